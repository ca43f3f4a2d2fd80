/** Tests that damage in the log of a store is counted. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { droppedCommits } from "./dropped-commits.js";
import { openStore } from "./open-store.js";

const FRAME_BYTES = 24 + 4096;
const frameAt = (index: number) => 32 + index * FRAME_BYTES;

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-"));
  log = join(folder, "copy-wal");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Leaves the log as a killed process would. Returns the number of its frames. */
async function leaveLog(commits: number, earlier = 0): Promise<number> {
  const store = openStore(join(folder, "living.sqlite"));
  const write = (name: string) =>
    store.sqlite.prepare("INSERT INTO meta (name, value) VALUES (?, ?)").run([name, "x".repeat(300)]);
  for (let i = 0; i < earlier; i += 1) write(`earlier ${i}`);
  if (earlier > 0) store.sqlite.exec("PRAGMA wal_checkpoint(RESTART)");
  else store.sqlite.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  for (let i = 0; i < commits; i += 1) write(`${i}`);
  copyFileSync(join(folder, "living.sqlite-wal"), log);
  await store.close();
  return (readFileSync(log).length - 32) / FRAME_BYTES;
}

function damage(at: number): void {
  const bytes = readFileSync(log);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(log, bytes);
}

/** How many commits begin in a frame or after it. */
function commitsFrom(frame: number): number {
  const bytes = readFileSync(log);
  let count = 0;
  for (let at = frameAt(frame); at < bytes.length; at += FRAME_BYTES) {
    if (bytes.readUInt32BE(at + 4) !== 0) count += 1;
  }
  return count;
}

test("an intact, missing or interrupted log has lost nothing", async () => {
  expect(droppedCommits(log)).toBe(0);
  const frames = await leaveLog(20);
  expect(frames).toBeGreaterThanOrEqual(20);
  expect(droppedCommits(log)).toBe(0);
  damage(frameAt(frames - 1) + 100);
  expect(droppedCommits(log)).toBe(0);
  truncateSync(log, frameAt(frames - 1) + 1000);
  expect(droppedCommits(log)).toBe(0);
});

test("frames of an earlier round after the end of the log do not count as lost", async () => {
  await leaveLog(3, 50);
  expect(droppedCommits(log)).toBe(0);
});

test.each([
  ["in a page", 5, 100],
  ["in a frame's header", 5, 10],
])("commits after damage %s are counted", async (_where, frame, offset) => {
  await leaveLog(20);
  const isCounted = offset >= 24 ? 0 : 1;
  const expected = commitsFrom(frame + isCounted);
  expect(expected).toBeGreaterThan(5);
  damage(frameAt(frame) + offset);
  expect(droppedCommits(log)).toBe(expected);
});

test("all commits are lost with a damaged header", async () => {
  await leaveLog(20);
  const all = commitsFrom(0);
  damage(20);
  expect(droppedCommits(log)).toBe(all);
});
