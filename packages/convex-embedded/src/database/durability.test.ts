/** Tests that everything that is reported is on disk. */
import { expect, it } from "vitest";
import { collect, scan, temporaryDatabase } from "./testing/temporary-database.js";
import type { Database } from "./api.js";

const insert = (db: Database) => db.write((tx) => tx.insert("items", "{}"));
const count = (db: Database) => db.read((tx) => collect(tx, scan("items"))).length;

/** The test itself ends each flush. */
function heldFlushes() {
  const open: { end: () => void; fail: (error: Error) => void }[] = [];
  return {
    open,
    flush: () => new Promise<void>((end, fail) => open.push({ end, fail })),
    /** Repeats until no new flush begins. */
    async endAll() {
      for (let turns = 0; turns < 20; turns += 1) {
        for (const { end } of open.splice(0)) end();
        await new Promise(setImmediate);
      }
    },
  };
}

function journal() {
  const events: string[] = [];
  return { events, note: (event: string) => () => void events.push(event) };
}

it("commits can be read immediately, and after the flush are reported to listeners, then the promise, then readers", async () => {
  const flushes = heldFlushes();
  const { db } = temporaryDatabase({ flush: flushes.flush });
  const { events, note } = journal();
  db.onApplied(note("applied"));
  db.onCommit(note("listeners"));
  const before = db.latestTs;
  const written = insert(db).then(note("answered"));
  while (flushes.open.length === 0) await new Promise(setImmediate);
  expect([count(db), db.latestTs, db.readableTs > before]).toEqual([1, before, true]);
  const told = db.whenDurable().then(note("reader told"));
  const idle = db.whenIdle();
  await new Promise(setImmediate);
  expect(events).toEqual(["applied"]);
  await flushes.endAll();
  await Promise.all([written, told, idle]);
  expect(events).toEqual(["applied", "listeners", "answered", "reader told"]);
  expect(db.latestTs).toBe(db.readableTs);
});

it("batches continue while a batch is flushed, and share the next flush", async () => {
  const flushes = heldFlushes();
  const { db } = temporaryDatabase({ flush: flushes.flush });
  const first = insert(db);
  while (flushes.open.length === 0) await new Promise(setImmediate);
  const later: Promise<unknown>[] = [];
  for (let batch = 2; batch <= 4; batch += 1) {
    later.push(insert(db));
    while (count(db) < batch) await new Promise(setImmediate);
  }
  expect(flushes.open).toHaveLength(1);
  flushes.open.splice(0)[0]?.end();
  const { ts } = await first;
  expect([db.latestTs, count(db)]).toEqual([ts, 4]);
  expect(flushes.open).toHaveLength(1);
  flushes.open.splice(0)[0]?.end();
  await Promise.all(later);
  expect(flushes.open).toHaveLength(0);
});

it("a caller that waits for idle continues, however many writers there are", async () => {
  const flushes = heldFlushes();
  const { db } = temporaryDatabase({ flush: flushes.flush });
  let isWriting = true;
  const writers = Array.from({ length: 3 }, async () => {
    while (isWriting) await insert(db);
  });
  let hasRested = false;
  const resting = db.whenIdle().then(() => {
    hasRested = db.latestTs === db.readableTs;
    isWriting = false;
  });
  await flushes.endAll();
  await resting;
  expect(hasRested).toBe(true);
  await flushes.endAll();
  await Promise.all(writers);
});

it("a job that only read waits until its reads are on disk", async () => {
  const flushes = heldFlushes();
  const { db } = temporaryDatabase({ flush: flushes.flush });
  const { events, note } = journal();
  const written = insert(db).then(note("write"));
  while (flushes.open.length === 0) await new Promise(setImmediate);
  const looked = db.write((tx) => collect(tx, scan("items")).length).then(note("look"));
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  expect(events).toEqual([]);
  await flushes.endAll();
  await Promise.all([written, looked]);
  expect(events).toEqual(["write", "look"]);
});

it("nothing is reported or written after a failed flush", async () => {
  const flushes = heldFlushes();
  const { db } = temporaryDatabase({ flush: flushes.flush });
  const told: unknown[] = [];
  db.onCommit((commits) => told.push(...commits));
  const written = insert(db);
  const refused = expect(written).rejects.toThrow(/could not be written|cannot be written|disk/i);
  while (flushes.open.length === 0) await new Promise(setImmediate);
  const read = expect(db.whenDurable()).rejects.toThrow();
  flushes.open.splice(0)[0]?.fail(new Error("input/output error"));
  await Promise.all([refused, read]);
  await expect(insert(db)).rejects.toMatchObject({ code: "WriteFailed" });
  expect([told, count(db)]).toEqual([[], 1]);
});
