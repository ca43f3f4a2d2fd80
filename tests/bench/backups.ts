/**
 * A kennel of 500 dogs, 50,000 records and 2 GB of photos. It is uploaded as a backup, restored, backed up,
 * checked, and restored again over itself. Measures the duration and the peak memory of each step and, except for
 * the upload, how long another person waits for a response during the step.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import type { KennelTable } from "../../convex/platform/model/changes/kennelTables";
import { makeBackup, makeUp, restoreEnded, sendBackup, SIGNING, type Keeper } from "../support/backup-client";
import { firstKennelId, person, register } from "../support/people";
import { startRuntime } from "../support/runtime";

const RECORDS = Number(process.env["BENCH_BACKUP_RECORDS"] ?? 50_000);
const MEBIBYTES = Number(process.env["BENCH_BACKUP_MIB"] ?? 2048);
const MEBIBYTE = 1024 * 1024;
const LOOK_EVERY_MS = 50;

/** The average number of files of one photo, because each of its smaller sizes may be missing. */
const FILES_OF_A_PHOTO = 2.4;

/** All other kinds have a few records. */
const SHARES: Partial<Record<KennelTable, number>> = {
  activities: 0.14,
  dogWeights: 0.18,
  healthRecords: 0.16,
  immunizations: 0.08,
  medicationDoses: 0.12,
  puppyWeights: 0.16,
  reminders: 0.06,
};
const FEW = 100;
const DOGS = 500;

const countOf = (table: KennelTable): number => {
  if (table === "dogs") return DOGS;
  if (table === "photos") return Math.round(MEBIBYTES / FILES_OF_A_PHOTO);
  return Math.round(RECORDS * (SHARES[table] ?? 0)) || FEW;
};

/** The content is unique. */
function megabyteOf(_content: string, number: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(MEBIBYTE).fill(number % 251);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

const peakMiB = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

export async function measureBackups(
  print: (name: string, value: string) => void,
  distribution: (timesMs: number[]) => string,
): Promise<void> {
  const runtime = await startRuntime({ functions: "convex", accounts: true, env: SIGNING });
  const owner = await register(runtime.origin, person("Bench"));
  const other = await register(runtime.origin, person("Other"));
  const keeper: Keeper = { client: owner.client, kennelId: await firstKennelId(owner) };
  const { client, kennelId } = keeper;
  const me = await client.query(api.accounts.users.me, {});
  if (!me) throw new Error("Nobody is signed in");

  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    print(name, `${seconds} s, peak memory ${peakMiB(runtime.pid).toFixed(0)} MiB`);
    return result;
  };
  /** A person of another kennel runs queries at the same time. */
  const besides = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const waits: number[] = [];
    let isOver = false;
    const look = async () => {
      while (!isOver) {
        const start = performance.now();
        await other.client.query(api.kennels.kennels.list, {});
        waits.push(performance.now() - start);
        await pause(LOOK_EVERY_MS);
      }
    };
    const looking = look();
    const result = await timed(name, work).finally(() => (isOver = true));
    await looking;
    print(`${name}: another person waits`, distribution(waits));
    return result;
  };

  print("peak memory of the server before", `${peakMiB(runtime.pid).toFixed(0)} MiB`);
  const madeUp = await makeUp({ kennelId, userId: me._id }, { seed: 1, count: countOf }, megabyteOf);
  const records = Object.values(madeUp.data).reduce((sum, rows) => sum + rows.length, 0);
  const what = `${records} records, ${madeUp.files.size} MiB of files`;
  const sentId = await timed(`${what}: sent and checked`, async () => await sendBackup(keeper, madeUp));
  const restore = async (backupId: string, mode: "add" | "exact") => {
    await client.mutation(api.backups.restores.start, { kennelId, backupId, mode });
    const ended = await restoreEnded(keeper);
    if (ended.state !== "finished" || ended.errorCount > 0) {
      throw new Error(`The restore was not whole: ${ended.problem ?? JSON.stringify(ended.errors)}`);
    }
    return ended;
  };
  const { added } = await besides("restored into an empty kennel", () => restore(sentId, "add"));
  print("records added", String(added));
  const backup = await besides("backed up", () => makeBackup(keeper));
  print("records of the backup", `${(backup.size / MEBIBYTE - backup.fileBytes / MEBIBYTE).toFixed(1)} MiB`);
  const problems = await besides("checked, every file", () =>
    client.action(api.backups.actions.backupChecking.check, { kennelId, backupId: backup.id }),
  );
  print("what the check found", problems.length === 0 ? "nothing wrong" : problems.join("; "));
  await besides("put back over itself exactly", () => restore(backup.id, "exact"));
  await runtime.stop();
}
