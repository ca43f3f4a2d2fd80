/** Tests that the store opens only files that it can use. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StorageError } from "./errors.js";
import { CURRENT_VERSION } from "./migrations.js";
import { openStore } from "./open-store.js";
import { openSqlite } from "./sqlite.js";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  path = join(folder, "data.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function openError(): Promise<StorageError> {
  try {
    await openStore(path).close();
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error("The store opened.");
}

/** Leaves a file as a killed process would: with written pages, and a log that was not written back. */
async function leaveBehind(): Promise<void> {
  const living = join(folder, "living.sqlite");
  const { sqlite, close } = openStore(living);
  const insert = sqlite.prepare("INSERT INTO documents (size, json) VALUES (?, ?)");
  sqlite.exec("BEGIN");
  for (let i = 0; i < 2000; i += 1) insert.run([1, `{"n":"${"x".repeat(200)}${i}"}`]);
  sqlite.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);");
  insert.run([1, "{}"]);
  copyFileSync(living, path);
  copyFileSync(`${living}-wal`, `${path}-wal`);
  await close();
}

describe("opening a store", () => {
  it("creates the folder and keeps written data", async () => {
    path = join(folder, "a", "b", "data.sqlite");
    const store = openStore(path);
    store.sqlite.prepare("INSERT INTO meta (name, value) VALUES (?, ?)").run(["a", "1"]);
    await store.close();
    const again = openStore(path);
    expect(again.sqlite.prepare("SELECT value FROM meta").get([])).toEqual(["1"]);
    await again.close();
  });

  it("syncs around checkpoints, and its log on request, also after the log started again", async () => {
    const { sqlite, log, close } = openStore(path);
    expect(sqlite.prepare("PRAGMA journal_mode").get([])).toEqual(["wal"]);
    expect(sqlite.prepare("PRAGMA synchronous").get([])).toEqual([1]);
    const write = (name: string) =>
      sqlite.prepare("INSERT INTO meta (name, value) VALUES (?, ?)").run([name, "1"]);
    write("a");
    await log.flush(false);
    sqlite.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    write("b");
    log.flushNow();
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    await close();
  });

  it("refuses a folder that another process uses, and opens it once that process has ended", async () => {
    const first = openStore(path);
    expect(await openError()).toMatchObject({
      code: "Locked",
      message: expect.stringContaining("another process"),
    });
    await first.close();
    await openStore(path).close();
  });

  it("refuses a file from a newer version and leaves it unchanged", async () => {
    await openStore(path).close();
    const sqlite = openSqlite(path);
    sqlite.exec(`PRAGMA user_version = ${CURRENT_VERSION + 1}`);
    sqlite.close();
    const before = readFileSync(path);
    expect(await openError()).toMatchObject({ code: "NewerVersion" });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("refuses a file that is not a database", async () => {
    writeFileSync(path, "not a database at all ".repeat(500));
    expect(await openError()).toMatchObject({ code: "Damaged", message: expect.stringContaining("backup") });
  });

  it("continues with the commits of a killed process", async () => {
    await leaveBehind();
    const { sqlite, close } = openStore(path);
    expect(sqlite.prepare("SELECT count(*) FROM documents").get([])).toEqual([2001]);
    await close();
  });

  it("finds damage inside the file after an abnormal stop", async () => {
    await leaveBehind();
    const file = openSync(path, "r+");
    for (let page = 20; page < 60; page += 1) writeSync(file, Buffer.alloc(2000, 0xee), 0, 2000, page * 4096);
    expect((await openError()).code).toBe("Damaged");
  });

  it("refuses a folder it may not write", async () => {
    writeFileSync(join(folder, "file"), "");
    path = join(folder, "file", "data.sqlite");
    expect(await openError()).toMatchObject({
      code: "Unwritable",
      message: expect.stringContaining("--data"),
    });
  });

  it("releases the lock when the process is killed", async () => {
    const script = `
      import { DatabaseSync } from "node:sqlite";
      new DatabaseSync(${JSON.stringify(`${path}.lock`)}).exec("BEGIN EXCLUSIVE");
      process.kill(process.pid, "SIGKILL");`;
    expect(() => execFileSync(process.execPath, ["--input-type=module", "-e", script])).toThrow();
    await openStore(path).close();
  });
});
