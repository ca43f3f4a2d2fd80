/** Tests that the runtime reports at its start which acknowledged commits are missing. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noteBackup } from "../storage/newest-backup.js";
import type { Database } from "./api.js";
import { openDatabase } from "./database.js";
import { collect, scan } from "./testing/temporary-database.js";

const FRAME_BYTES = 24 + 4096;

let folder: string;
let living: string;
let killed: string;
let db: Database;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "lost-commits-"));
  living = path.join(folder, "living", "data.sqlite");
  killed = path.join(folder, "killed", "data.sqlite");
  fs.mkdirSync(path.dirname(killed));
  db = openDatabase({ path: living });
});
afterEach(async () => {
  await db.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function write(documents: number): Promise<void> {
  for (let n = 0; n < documents; n += 1) await db.write((tx) => tx.insert("items", `{"n":${n}}`));
}

/** Copies the files as a kill at this moment would leave them, beside the running database. */
function kill(): void {
  for (const suffix of ["", "-wal", "-mark"]) {
    if (fs.existsSync(living + suffix)) fs.copyFileSync(living + suffix, killed + suffix);
  }
}

/** Returns the number of documents and the operator's notices. */
async function start(file = killed): Promise<{ documents: number; notices: string[] }> {
  const notices: string[] = [];
  const opened = openDatabase({ path: file, onNotice: (notice) => notices.push(notice) });
  const documents = opened.read((tx) => collect(tx, scan("items"))).length;
  await opened.close();
  return { documents, notices };
}

/** Damages the log at the end of its last frame. */
function onLog(change: (log: Buffer) => Buffer): void {
  fs.writeFileSync(`${killed}-wal`, change(fs.readFileSync(`${killed}-wal`)));
}

const flip = (log: Buffer) => {
  log.writeUInt8(log.readUInt8(log.length - 1000) ^ 0xff, log.length - 1000);
  return log;
};
const cut = (log: Buffer) => log.subarray(0, log.length - 1000);
const cutAtFrame = (log: Buffer) => log.subarray(0, log.length - FRAME_BYTES);
const zero = (log: Buffer) => log.fill(0, log.length - FRAME_BYTES);

it.each([
  ["flipped", flip],
  ["cut within a frame", cut],
  ["cut between frames", cutAtFrame],
  ["zeroed", zero],
])("an acknowledged commit is reported when the end of the log is %s", async (_how, change) => {
  await write(20);
  kill();
  onLog(change);
  const { documents, notices } = await start();
  expect(documents).toBe(19);
  expect(notices).toEqual([expect.stringMatching(/acknowledged after 2\S+Z until 2\S+Z is missing/)]);
  expect(notices[0]).toContain("No backup of it is known.");
});

it("all 200 commits of a deleted log are reported, with the place of the newest backup", async () => {
  await write(200);
  kill();
  fs.rmSync(`${killed}-wal`);
  noteBackup(killed, "/backups/older.tar");
  noteBackup(killed, "/backups/newest.tar");
  const { documents, notices } = await start();
  expect(documents).toBe(0);
  expect(notices).toEqual([expect.stringContaining("Its newest backup is /backups/newest.tar, of 2")]);
});

it("the loss of a stored fact of the runtime is reported", async () => {
  await write(1);
  db.setMeta("fact", "1");
  kill();
  onLog(flip);
  expect((await start()).notices).toHaveLength(1);
});

it("a loss is reported until the next commit", async () => {
  await write(5);
  kill();
  onLog(flip);
  expect((await start()).notices).toHaveLength(1);
  const opened = openDatabase({ path: killed });
  await opened.write((tx) => tx.insert("items", "{}"));
  await opened.close();
  expect(await start()).toEqual({ documents: 5, notices: [] });
});

it("an orderly stop, and a copy of the stopped folder, cause no alarm", async () => {
  await write(20);
  await db.close();
  expect(await start(living)).toEqual({ documents: 20, notices: [] });
  fs.cpSync(path.dirname(living), path.join(folder, "copy"), { recursive: true });
  expect(await start(path.join(folder, "copy", "data.sqlite"))).toEqual({ documents: 20, notices: [] });
});

it("kills at any moment of writing cause no alarm", async () => {
  const notices: string[] = [];
  for (let at = 0; at < 28; at += 1) {
    const writing = [write(3), write(2)];
    if (at % 3 === 0) db.setMeta("fact", String(at));
    for (let turn = 0; turn < at % 7; turn += 1) await new Promise(setImmediate);
    for (const suffix of ["", "-wal", "-mark"]) fs.rmSync(killed + suffix, { force: true });
    kill();
    notices.push(...(await start()).notices);
    await Promise.all(writing);
  }
  expect(notices).toEqual([]);
});

it("a folder without a mark, with an older mark, or with a damaged mark causes no alarm", async () => {
  await write(5);
  kill();
  const older = fs.readFileSync(`${killed}-mark`);
  await write(5);
  kill();
  fs.rmSync(`${killed}-mark`);
  expect(await start()).toEqual({ documents: 10, notices: [] });
  fs.writeFileSync(`${killed}-mark`, older);
  expect((await start()).notices).toEqual([]);
  fs.writeFileSync(`${killed}-mark`, Buffer.alloc(16, 0x77));
  expect((await start()).notices).toEqual([]);
});

it("a failed commit is not marked as acknowledged", async () => {
  await write(5);
  await expect(
    db.write(() => {
      throw new Error("not written");
    }),
  ).rejects.toThrow("not written");
  kill();
  expect(await start()).toEqual({ documents: 5, notices: [] });
});
