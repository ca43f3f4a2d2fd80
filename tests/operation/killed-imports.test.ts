/**
 * Tests the import of a breed on the real runtime, which is killed while rows are sent, checked, written and
 * calculated.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { CHUNK_ROWS } from "../../domain/imports/rules";
import { makeIssuer } from "../bench/issuer";
import { breedDogs, makeRandom, rowOf, tabulate } from "../support/breed";
import { startRuntime, type Runtime } from "../support/runtime";

const GENERATIONS = 40;
const PER_GENERATION = 100;
const POLL_MS = 5;
/** No step of this import takes this long, however busy the machine is. */
const WITHIN_MS = 100_000;
const TODAY = "2026-11-21";

const dogs = breedDogs(GENERATIONS, PER_GENERATION, makeRandom(11));
const numberOf = (dog: number): string => `REG ${String(dog).padStart(6, "0")}`;
const rows = dogs.map((_, dog) => ({
  line: dog + 2,
  values: { ...rowOf(dogs, dog), registrationNumber: numberOf(dog) },
}));
const chunkCount = Math.ceil(rows.length / CHUNK_ROWS);

let data: string;
let issuer: Awaited<ReturnType<typeof makeIssuer>>;
let runtime: Runtime;
let client: ConvexHttpClient;
let kennelId: Id<"kennels">;

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), "studbook-killed-"));
  issuer = await makeIssuer();
  runtime = await startRuntime({ functions: "convex", env: issuer.env, data });
  client = await signIn();
  await client.mutation(api.accounts.users.ensure, {});
  kennelId = (await client.mutation(api.kennels.kennels.create, { name: "Killed" }))._id;
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  rmSync(data, { recursive: true, force: true });
});

async function signIn(): Promise<ConvexHttpClient> {
  const signed = new ConvexHttpClient(runtime.origin, { logger: false });
  signed.setAuth(await issuer.tokenOf("breeder"));
  return signed;
}

/** Works like a power failure. The runtime starts again on the same data. */
async function cutOff(): Promise<void> {
  await runtime.kill();
  runtime = await startRuntime({ functions: "convex", env: issuer.env, data });
  client = await signIn();
}

const listed = async () => await client.query(api.imports.imports.list, { kennelId, kind: "ancestors" });

/** Continues an interrupted import. */
const begin = async () =>
  await client.mutation(api.imports.imports.start, {
    kennelId,
    kind: "ancestors",
    mode: "complete",
    fileName: "breed.csv",
    fingerprint: "breed",
    rowCount: rows.length,
    chunkCount,
    breed: "Boxer",
    today: TODAY,
  });

async function send(runId: string, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const chunk = rows.slice(index * CHUNK_ROWS, (index + 1) * CHUNK_ROWS);
    await client.mutation(api.imports.imports.stage, { kennelId, runId, index, rows: chunk });
  }
}

/** Throws with the last result if it is never as expected. */
async function until<T>(what: string, ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Within ${WITHIN_MS} ms the import was not ${what}: ${JSON.stringify(answer)}`);
    }
    await pause(POLL_MS);
  }
}

type Run = Awaited<ReturnType<typeof listed>>[number] | null;

/** Null means that the run was deleted. */
const untilRun = async (what: string, isSo: (run: Run) => boolean): Promise<Run> =>
  await until(
    what,
    async () => {
      const [run = null] = await listed();
      if (run?.state === "failed" && !isSo(run)) throw new Error(`The import failed: ${run.problem ?? ""}`);
      return run;
    },
    isSo,
  );

const progress = async () => (await client.query(api.pedigree.coefficients.overview, { kennelId })).progress;

const countDogs = async (): Promise<number> =>
  (await client.query(api.pedigree.coefficients.overview, { kennelId })).result?.dogs ?? 0;

async function checkedRun(): Promise<string> {
  const { runId, stagedChunks } = await begin();
  await send(runId, stagedChunks, chunkCount);
  await untilRun("checked", (run) => run?.state === "checked");
  return runId;
}

it("[GAP-DOG-17] an import that is killed while it is checked or written can be canceled, and leaves nothing behind", async () => {
  const { runId } = await begin();
  await send(runId, 0, chunkCount);
  expect((await listed())[0]?.state).toMatch(/^check/);
  await cutOff();
  await client.mutation(api.imports.imports.cancel, { kennelId, runId });
  await untilRun("gone", (run) => run === null);

  const again = await checkedRun();
  expect(again).not.toBe(runId);
  await client.mutation(api.imports.imports.confirm, { kennelId, runId: again });
  await untilRun("being written", (run) => run?.state === "writing" && run.done > 0);
  await cutOff();
  const [run] = await listed();
  expect(run?.state).toBe("writing");
  await client.mutation(api.imports.imports.cancel, { kennelId, runId: again });
  await untilRun("given up", (left) => left === null || left.state === "failed");
  expect(await countDogs()).toBe(0);
}, 240_000);

it("[GAP-DOG-17] an import that is killed while it is sent, written and calculated continues, with each dog once and its correct coefficient", async () => {
  const { runId } = await begin();
  await send(runId, 0, Math.floor(chunkCount / 2));
  await cutOff();
  const resumed = await begin();
  expect(resumed).toEqual({ runId, stagedChunks: Math.floor(chunkCount / 2) });
  await send(runId, resumed.stagedChunks, chunkCount);
  await untilRun("checked", (run) => run?.state === "checked");
  await client.mutation(api.imports.imports.confirm, { kennelId, runId });
  for (const share of [0.2, 0.6]) {
    const run = await untilRun(
      `written to ${share}`,
      (each) => each?.state === "writing" && each.done >= share * each.total,
    );
    expect(run?.state).toBe("writing");
    await cutOff();
  }
  await untilRun("finished", (run) => run?.state === "finished");
  if ((await progress()) !== null) await cutOff();
  await until("calculated", progress, (left) => left === null);

  expect(await countDogs()).toBe(dogs.length);
  const { coefficients } = tabulate(dogs, PER_GENERATION, []);
  for (let dog = 3; dog < dogs.length; dog += 97) {
    const found = await client.query(api.dogs.dogs.searchParents, {
      kennelId,
      gender: dogs[dog]?.gender ?? "male",
      search: numberOf(dog),
    });
    expect(found).toHaveLength(1);
    const told = await client.query(api.pedigree.ancestry.inbreeding, {
      dogId: found[0]?._id ?? "",
      generations: null,
    });
    expect(told?.coefficient).toBeCloseTo(coefficients[dog] ?? Number.NaN, 9);
  }
}, 240_000);
