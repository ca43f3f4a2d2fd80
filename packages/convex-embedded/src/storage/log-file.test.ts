/** Tests in which thread the log is synced to disk. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openLogFile, QUICK_FLUSHES, QUICK_MS, type LogFile } from "./log-file.js";

/** A disk: the duration of its flushes, their error, and the thread of each. */
const disk = vi.hoisted(() => ({
  takesMs: 0,
  nowMs: 0,
  failure: null as Error | null,
  flushes: [] as ("here" | "other thread")[],
}));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    fdatasyncSync: () => {
      disk.flushes.push("here");
      disk.nowMs += disk.takesMs;
      if (disk.failure !== null) throw disk.failure;
    },
    fdatasync: (_descriptor: number, callback: (error: Error | null) => void) => {
      disk.flushes.push("other thread");
      disk.nowMs += disk.takesMs;
      callback(disk.failure);
    },
  };
});

let folder = "";
let log: LogFile;
beforeEach(() => {
  Object.assign(disk, { takesMs: QUICK_MS / 2, nowMs: 0, failure: null, flushes: [] });
  vi.spyOn(performance, "now").mockImplementation(() => disk.nowMs);
  folder = fs.mkdtempSync(path.join(tmpdir(), "log-file-"));
  const file = path.join(folder, "log");
  fs.writeFileSync(file, "");
  log = openLogFile(file);
});
afterEach(() => {
  vi.restoreAllMocks();
  log.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Each flush takes `takesMs`. Returns the thread of the last one. */
async function flush(times: number, takesMs: number, mayBlock = true): Promise<string | undefined> {
  disk.takesMs = takesMs;
  for (let at = 0; at < times; at += 1) await log.flush(mayBlock);
  return disk.flushes.at(-1);
}

it("the log is flushed in this thread after enough fast flushes in a row", async () => {
  expect(await flush(QUICK_FLUSHES, QUICK_MS)).toBe("other thread");
  expect(await flush(1, QUICK_MS)).toBe("here");
});

it("a slow flush moves the next ones to the other thread, until enough are fast again", async () => {
  await flush(QUICK_FLUSHES, QUICK_MS);
  expect(await flush(1, 1000)).toBe("here");
  expect(await flush(QUICK_FLUSHES, QUICK_MS)).toBe("other thread");
  expect(await flush(1, QUICK_MS)).toBe("here");
});

it("a slow disk is never flushed in this thread", async () => {
  await flush(10 * QUICK_FLUSHES, QUICK_MS + 0.1);
  expect(disk.flushes).not.toContain("here");
});

it("the log is not flushed in this thread while there is other work", async () => {
  expect(await flush(QUICK_FLUSHES + 1, QUICK_MS, false)).toBe("other thread");
});

it("a failed flush is reported from either thread", async () => {
  disk.failure = new Error("input/output error");
  await expect(log.flush(true)).rejects.toThrow("input/output error");
  disk.failure = null;
  await flush(QUICK_FLUSHES, QUICK_MS);
  disk.failure = new Error("input/output error");
  await expect(log.flush(true)).rejects.toThrow("input/output error");
  expect(disk.flushes.at(-1)).toBe("here");
});
