/**
 * All data of a kennel of 500 dogs and 50,000 records as a file of each format, and the owner's personal package.
 * Measures the time from the click on the button, and the server's peak memory. Each file is written by a newly
 * started server.
 */
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { KennelTable } from "../../convex/platform/model/changes/kennelTables";
import { DATA_EXPORT_FORMATS } from "../../domain/exports/kinds";
import { HEALTH_EXPORT_FORMATS } from "../../domain/health/export";
import { makeUp, restoreEnded, sendBackup, SIGNING } from "../support/backup-client";
import { firstKennelId, person, register } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const RECORDS = Number(process.env["BENCH_EXPORT_RECORDS"] ?? 50_000);
const DOGS = 500;
const FEW = 100;
const LOOK_EVERY_MS = 100;
const MEBIBYTE = 1024 * 1024;

/** All other kinds have a few records. */
const SHARES: Partial<Record<KennelTable, number>> = {
  dogWeights: 0.2,
  healthRecords: 0.2,
  immunizations: 0.1,
  medicationDoses: 0.14,
  puppyWeights: 0.18,
  reminders: 0.1,
};

const countOf = (table: KennelTable): number =>
  table === "dogs" ? DOGS : table === "photos" ? 0 : Math.round(RECORDS * (SHARES[table] ?? 0)) || FEW;

const memoryOf = (pid: number, of: "VmHWM" | "VmRSS"): string => {
  const kibibytes = new RegExp(`${of}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return `${(Number(kibibytes) / 1024).toFixed(0)} MiB`;
};

type Start = (runtime: Runtime) => Promise<() => Promise<{ state: string; filePath: string | null } | null>>;

/** Starts a new server for each file. */
async function measureFile(
  data: string,
  name: string,
  start: Start,
  print: (name: string, value: string) => void,
): Promise<void> {
  const runtime = await startRuntime({ functions: "convex", accounts: true, data });
  const look = await start(runtime);
  const before = memoryOf(runtime.pid, "VmRSS");
  const begunAt = performance.now();
  for (;;) {
    const file = await look();
    if (file?.state === "ready") {
      const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
      const peak = memoryOf(runtime.pid, "VmHWM");
      const sent = await fetch(`${runtime.origin}/api${file.filePath}`);
      const size = (await sent.arrayBuffer()).byteLength / MEBIBYTE;
      print(name, `${seconds} s, memory ${before} before, ${peak} at its peak, ${size.toFixed(1)} MiB`);
      break;
    }
    if (file?.state !== "writing") throw new Error(`${name}: not written. ${runtime.errors()}`);
    await pause(LOOK_EVERY_MS);
  }
  await runtime.stop();
}

export async function measureExports(print: (name: string, value: string) => void): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), "studbook-exports-"));
  const first = await startRuntime({ functions: "convex", accounts: true, data, env: SIGNING });
  const owner = await register(first.origin, person("Bench"));
  const kennelId: Id<"kennels"> = await firstKennelId(owner);
  const me = await owner.client.query(api.accounts.users.me, {});
  if (!me) throw new Error("Nobody is signed in");
  const keeper = { client: owner.client, kennelId };
  const madeUp = await makeUp({ kennelId, userId: me._id }, { seed: 1, count: countOf });
  const backupId = await sendBackup(keeper, madeUp);
  await owner.client.mutation(api.backups.restores.start, { kennelId, backupId, mode: "add" });
  await restoreEnded(keeper);
  const records = Object.values(madeUp.data).reduce((sum, rows) => sum + rows.length, 0);
  await first.stop();
  const today = new Date().toISOString().slice(0, 10);
  const clientOf = ({ origin }: Runtime) => {
    const client = new ConvexHttpClient(origin, { logger: false });
    client.setAuth(owner.token);
    return client;
  };
  for (const format of DATA_EXPORT_FORMATS) {
    const start: Start = async (runtime) => {
      const client = clientOf(runtime);
      const exportId = await client.mutation(api.exports.dataExports.start, { kennelId, format, today });
      return async () => await client.query(api.exports.dataExports.get, { exportId });
    };
    await measureFile(data, `${records} records as ${format}`, start, print);
  }
  for (const format of HEALTH_EXPORT_FORMATS) {
    const start: Start = async (runtime) => {
      const client = clientOf(runtime);
      const exportId = await client.mutation(api.health.healthExports.start, { kennelId, format, today });
      return async () => await client.query(api.health.healthExports.get, { kennelId, exportId });
    };
    await measureFile(data, `${countOf("healthRecords")} health records as ${format}`, start, print);
  }
  rmSync(data, { recursive: true, force: true });
}
