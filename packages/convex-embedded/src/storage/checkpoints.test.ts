/** Tests that the log is written back in parallel to the writer. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Checkpoints } from "./checkpoints.js";
import type { CheckpointOptions } from "./checkpoints.js";
import { openStore } from "./open-store.js";
import { openSqlite } from "./sqlite.js";
import type { Sqlite } from "./sqlite.js";

const NEVER = 2 ** 31 - 1;
let folder: string;
let path: string;
let writer: Sqlite;
let checkpoints: Checkpoints;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "checkpoints-"));
  path = join(folder, "data.sqlite");
});
afterEach(async () => {
  await checkpoints.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<CheckpointOptions>): void {
  writer = openSqlite(path);
  writer.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x TEXT)",
  );
  checkpoints = new Checkpoints(path, writer, { idleMs: NEVER, writesPerRound: NEVER, ...options });
}

/** Each row needs one page. */
function write(rows: number): void {
  const insert = writer.prepare("INSERT INTO t (x) VALUES (?)");
  for (let row = 0; row < rows; row += 1) {
    insert.run(["x".repeat(3000)]);
    checkpoints.committed();
  }
}

/** On any machine, the log must be written back before it has this many rows. */
const MOST_ROWS = 100_000;

const logBytes = () => statSync(`${path}-wal`).size;
const turn = () => new Promise(setImmediate);

it("enough writes cause the log to be written back, without the writer", async () => {
  open({ writesPerRound: 10 });
  const fileBytes = statSync(path).size;
  write(9);
  await checkpoints.close();
  expect(statSync(path).size).toBe(fileBytes);

  checkpoints = new Checkpoints(path, writer, { idleMs: NEVER, writesPerRound: 1 });
  write(1);
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(fileBytes + 9 * 3000), {
    timeout: 15_000,
  });
});

it("the log remains short while commits never pause", async () => {
  open({ writesPerRound: 20 });
  // Each row needs a page. The log must not become nearly as long once the machine has time for it.
  let rows = 0;
  while (rows < 1000 || (rows < MOST_ROWS && logBytes() >= 0.7 * rows * 4096)) {
    write(5);
    rows += 5;
    await turn();
  }
  expect(logBytes()).toBeLessThan(0.7 * rows * 4096);
  expect(writer.prepare("SELECT count(*) FROM t").get([])).toEqual([rows]);
});

it("an open transaction is not affected", async () => {
  open({ writesPerRound: 1 });
  write(1);
  writer.exec("BEGIN IMMEDIATE");
  writer.prepare("INSERT INTO t (x) VALUES ('open')").run([]);
  for (let i = 0; i < 20; i += 1) {
    checkpoints.committed();
    await turn();
  }
  writer.exec("ROLLBACK");
  expect(writer.prepare("SELECT count(*) FROM t").get([])).toEqual([1]);
});

it("the log is emptied when nothing is written for some time", async () => {
  open({ idleMs: 1 });
  write(3);
  expect(logBytes()).toBeGreaterThan(0);
  await vi.waitFor(() => expect(logBytes()).toBe(0), { timeout: 15_000 });
  write(1);
  await vi.waitFor(() => expect(logBytes()).toBe(0), { timeout: 15_000 });
  expect(writer.prepare("SELECT count(*) FROM t").get([])).toEqual([4]);
});

it("a checkpoint with an open reader succeeds later", async () => {
  open({ idleMs: 1 });
  write(2);
  const reader = openSqlite(path);
  reader.exec("BEGIN");
  expect(reader.prepare("SELECT count(*) FROM t").get([])).toEqual([2]);
  write(5);
  await checkpoints.close();
  expect(logBytes()).toBeGreaterThan(0);
  reader.exec("COMMIT");
  reader.close();
  checkpoints = new Checkpoints(path, writer, { idleMs: 1 });
  write(1);
  await vi.waitFor(() => expect(logBytes()).toBe(0), { timeout: 15_000 });
});

it("a closed store leaves an empty log behind, even in the middle of a round", async () => {
  open({});
  const other = join(folder, "other.sqlite");
  const store = openStore(other);
  const insert = store.sqlite.prepare("INSERT INTO documents (size, json) VALUES (?, ?)");
  store.sqlite.exec("BEGIN");
  for (let i = 0; i < 5000; i += 1) insert.run([1, "x".repeat(500)]);
  store.sqlite.exec("COMMIT");
  store.committed();
  await store.close();
  expect(statSync(`${other}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  const again = openStore(other);
  expect(again.sqlite.prepare("SELECT count(*) FROM documents").get([])).toEqual([5000]);
  await again.close();
});
