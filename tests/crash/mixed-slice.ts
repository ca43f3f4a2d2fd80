/**
 * Tests one data folder: a number of kills under mixed load, and a check of the data at the end. The runtime runs
 * pushed code. It is killed at random moments, sometimes during its start.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { DATABASE_FILE } from "../../packages/convex-embedded/src/data-folder";
import { openSqlite } from "../../packages/convex-embedded/src/storage/sqlite";
import { ADMIN_KEY } from "../support/convex-cli";
import { startLasting, type LastingRuntime } from "../support/relay";
import { startRuntime } from "../support/runtime";
import { CodePusher, makePushRequest } from "./code-pusher";
import { checkCron, checkEntries, checkFiles, checkJobs } from "./mixed-check";
import { HttpWriter, Planner, Uploader, Writer, type Worker } from "./mixed-load";

export interface Outcome {
  readonly findings: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** This many operations must be acknowledged between two kills. */
const PER_KILL = 25;
const MAX_WAIT_MS = 60;
/** The probability that the next kill happens during a start, and the time within which it then happens. */
const KILLED_AT_START = 0.15;
const START_MS = 400;
const BACK_WITHIN_MS = 60_000;

let pushRequest: string | null = null;

export async function runSlice(
  kills: number,
  chance: () => number,
  tell: (kills: number) => void,
): Promise<Outcome> {
  const data = mkdtempSync(path.join(tmpdir(), "studbook-crash-"));
  const runtime = await startLasting({ data, adminKey: ADMIN_KEY });
  const { origin } = runtime;
  pushRequest ??= await makePushRequest(runtime.current());
  const pusher = new CodePusher(origin, pushRequest);
  await pusher.push();
  const startedMs = Date.now();
  const writers = [...["a", "b", "c"].map((name) => new Writer(origin, name)), new HttpWriter(origin)];
  const planner = new Planner(origin, chance);
  const uploader = new Uploader(origin, chance);
  const workers: Worker[] = [...writers, planner, uploader, pusher];
  let isGoingOn = true;
  const work = Promise.all(workers.map((worker) => worker.run(() => isGoingOn)));
  const findings: string[] = [];
  let killedAtStart = 0;

  for (let kill = 1; kill <= kills; kill += 1) {
    await untilBusy(workers);
    await pause(MAX_WAIT_MS * chance());
    await runtime.current().kill();
    findings.push(...checkIntegrity(data, kill));
    if (kill < kills && chance() < KILLED_AT_START) {
      kill += 1;
      killedAtStart += 1;
      await killWhileStarting(data, START_MS * chance());
    }
    await runtime.startAgain();
    for (const worker of workers) worker.reconnect();
    findings.push(...(await pusher.check()));
    tell(kill);
  }
  isGoingOn = false;
  await work;

  const reader = new ConvexHttpClient(origin, { logger: false });
  for (const writer of writers) findings.push(...(await checkEntries(reader, writer)));
  const { findings: wrongJobs, jobs } = await checkJobs(reader, planner.acknowledged);
  findings.push(...wrongJobs, ...(await checkFiles(reader, uploader)));
  findings.push(...(await checkCron(reader, Date.now() - startedMs)));
  await Promise.all(workers.map((worker) => worker.close()));
  await end(runtime, data);
  const mutations = writers.reduce((sum, { count }) => sum + count, 0);
  const { uploads } = uploader;
  return {
    findings,
    counts: { kills, killedAtStart, mutations, jobs, uploads: uploads.length, pushes: pusher.count },
  };
}

async function end(runtime: LastingRuntime, data: string): Promise<void> {
  await runtime.close();
  rmSync(data, { recursive: true, force: true });
}

async function untilBusy(workers: readonly Worker[]): Promise<void> {
  const counted = () => workers.reduce((sum, { count }) => sum + count, 0);
  const goal = counted() + PER_KILL;
  const deadline = Date.now() + BACK_WITHIN_MS;
  while (counted() < goal) {
    if (Date.now() > deadline) throw new Error(`The clients did not come back within ${BACK_WITHIN_MS} ms`);
    await pause(5);
  }
}

async function killWhileStarting(data: string, afterMs: number): Promise<void> {
  const controller = new AbortController();
  const starting = startRuntime({ data, adminKey: ADMIN_KEY, signal: controller.signal });
  await pause(afterMs);
  controller.abort();
  // The runtime may have been ready before the kill.
  const started = await starting.catch(() => null);
  await started?.kill();
}

/** Checks every page and index in a copy of the database after the kill. */
function checkIntegrity(data: string, kill: number): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "studbook-copy-"));
  try {
    const copy = path.join(folder, DATABASE_FILE);
    for (const suffix of ["", "-wal"]) {
      const file = path.join(data, `${DATABASE_FILE}${suffix}`);
      if (existsSync(file)) copyFileSync(file, `${copy}${suffix}`);
    }
    const sqlite = openSqlite(copy);
    const answer = sqlite.prepare<[string]>("PRAGMA integrity_check(1)").get([])?.[0];
    sqlite.close();
    return answer === "ok" ? [] : [`kill ${kill}: the file is damaged: ${answer}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
