/** Tests the guarantees of a database. */
import { describe, expect, it } from "vitest";
import { openSqlite } from "../storage/sqlite.js";
import type { JsonObject, JsonValue } from "../values/json.js";
import type { Commit, Database, ReadTransaction, WriteTransaction } from "./api.js";
import { openDatabase, registerSystemTable } from "./database.js";
import { collect, indexQuery, parse, pluck, scan, temporaryDatabase } from "./testing/temporary-database.js";

registerSystemTable("_jobs", [{ name: "by_state_and_time", fields: ["state.kind", "time"] }]);

const json = (value: JsonValue) => JSON.stringify(value);
const insert = (db: Database, value: JsonObject = {}) => db.write((tx) => tx.insert("items", json(value)));
const everything = (db: Database) => db.read((tx) => collect(tx, scan("items")));

describe("documents", () => {
  it("are returned as they were written, with their system fields", async () => {
    const { db } = temporaryDatabase();
    const fields = { b: [1, { $integer: "AQAAAAAAAAA=" }], a: "é\u0000", c: { _x: null } };
    const { value: id } = await insert(db, fields);
    const document = parse(db.read((tx) => tx.get(id)));
    expect(document).toEqual({ ...fields, _id: id, _creationTime: expect.any(Number) });
  });

  it("keep a nested field called __proto__", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await db.write((tx) => tx.insert("items", '{"z":{"__proto__":{"x":1}}}'));
    await db.write((tx) => tx.patch(id, '{"a":2}'));
    expect(db.read((tx) => tx.get(id))).toContain('"z":{"__proto__":{"x":1}}');
  });

  it("are patched field by field, and lose fields that are undefined", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db, { a: 1, b: { x: 1 }, c: 3 });
    await db.write((tx) => tx.patch(id, json({ b: { y: 2 }, c: { $undefined: null }, d: 4 })));
    expect(parse(db.read((tx) => tx.get(id)))).toMatchObject({ a: 1, b: { y: 2 }, d: 4 });
    expect(parse(db.read((tx) => tx.get(id)))).not.toHaveProperty("c");
  });

  it("are replaced completely except for their system fields, which may be included", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db, { a: 1 });
    const before = parse(db.read((tx) => tx.get(id)));
    await db.write((tx) => tx.replace(id, json({ ...before, a: 2 })));
    expect(parse(db.read((tx) => tx.get(id)))).toEqual({ ...before, a: 2 });
  });

  it("no longer exist once they are deleted", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db);
    await db.write((tx) => tx.delete(id));
    expect(db.read((tx) => [tx.get(id), tx.count("items")])).toEqual([null, 0]);
    expect(everything(db)).toEqual([]);
  });

  it("contain the commit's own timestamp where a function used its placeholder", async () => {
    const { db } = temporaryDatabase();
    const { value: id, ts } = await insert(db, { at: [{ $commitTs: null }] });
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(ts);
    expect(parse(db.read((tx) => tx.get(id))).at).toEqual([{ $integer: bytes.toString("base64") }]);
  });

  it("are found by the timestamp of their own commit, and by no other commit's", async () => {
    const { db } = temporaryDatabase();
    const at = { $commitTs: null };
    const filter = { $eq: [{ $field: "at" }, { $literal: at }] };
    const source = { type: "FullTableScan", tableName: "items", order: "asc" };
    await insert(db, { at });
    const { value: found } = await db.write((tx) => {
      tx.insert("items", JSON.stringify({ at }));
      const cursor = tx.query({ source, operators: [{ filter }] });
      return [cursor.next() !== null, cursor.next() !== null];
    });
    expect(found).toEqual([true, false]);
  });
});

describe("errors", () => {
  const write = (db: Database, job: (tx: WriteTransaction) => unknown) => db.write(job);

  it("name documents that do not exist", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db);
    await db.write((tx) => tx.delete(id));
    await expect(write(db, (tx) => tx.patch(id, "{}"))).rejects.toThrow(
      `Update on nonexistent document ID ${id}`,
    );
    await expect(write(db, (tx) => tx.replace(id, "{}"))).rejects.toThrow(
      `Replace on nonexistent document ID ${id}`,
    );
    await expect(write(db, (tx) => tx.delete(id))).rejects.toThrow(`Delete on nonexistent document ID ${id}`);
  });

  it("name invalid ids, or ids of another table", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db);
    expect(() => db.read((tx) => tx.get("x"))).toThrow(
      "Invalid argument `id` for `db.get`: Unable to decode ID: Invalid ID length 1",
    );
    expect(() => db.read((tx) => tx.get(id, "user", "others"))).toThrow(
      'Invalid argument `id` for `db.get`: expected to be an Id<"others">, got Id<"items"> instead.',
    );
    await expect(write(db, (tx) => tx.patch(id, "{}", "user", "others"))).rejects.toThrow(
      'Invalid argument `id` for `db.patch`: expected to be an Id<"others">, got Id<"items"> instead.',
    );
  });

  it("refuse unknown system fields and values that are not objects", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db);
    const { value: other } = await insert(db);
    await expect(write(db, (tx) => tx.replace(id, json({ _id: other })))).rejects.toThrow(
      `Provided document ID "${id}" doesn't match '_id' field "${other}"`,
    );
    await expect(write(db, (tx) => tx.patch(id, json({ _creationTime: 1 })))).rejects.toThrow(
      "doesn't match '_creationTime' field in",
    );
    await expect(insert(db, { _x: 1 })).rejects.toThrow("Field '_x' starts with an underscore");
    await expect(write(db, (tx) => tx.insert("items", "[]"))).rejects.toThrow(
      "Invalid argument `value` for `db.insert`: Value must be an Object",
    );
    await expect(write(db, (tx) => tx.insert("items", '{"$integer":"AQAAAAAAAAA="}'))).rejects.toThrow(
      "Value must be an Object",
    );
    await expect(write(db, (tx) => tx.insert("not a table", "{}"))).rejects.toThrow("Invalid table name");
  });

  it("refuse system tables in developers' code, and other tables in system code", async () => {
    const { db } = temporaryDatabase();
    const { value: job } = await db.write((tx) => tx.insert("_jobs", "{}", "system"));
    const { value: item } = await insert(db);
    const guarded = "System tables can only be accessed with db.system.";
    expect(() => db.read((tx) => tx.get(job))).toThrow(guarded);
    expect(() => db.read((tx) => tx.query(scan("_jobs")))).toThrow(guarded);
    await expect(write(db, (tx) => tx.insert("_jobs", "{}"))).rejects.toThrow(guarded);
    await expect(write(db, (tx) => tx.delete(job))).rejects.toThrow(guarded);
    expect(() => db.read((tx) => tx.get(item, "system"))).toThrow(
      "User tables cannot be accessed with db.system.",
    );
    expect(db.read((tx) => [tx.normalizeId("_jobs", job), tx.normalizeId("_jobs", job, "system")])).toEqual([
      null,
      job,
    ]);
    expect(() => db.read((tx) => tx.query(scan("_none"), "system"))).toThrow(
      'The system table "_none" does not exist.',
    );
  });
});

describe("normalizeId", () => {
  it("returns the id for its own table, deleted or not, and null for everything else", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db);
    await db.write((tx) => tx.delete(id));
    await db.write((tx) => tx.insert("others", "{}"));
    db.read((tx) => {
      expect(tx.normalizeId("items", id)).toBe(id);
      expect(tx.normalizeId("others", id)).toBeNull();
      expect(tx.normalizeId("none", id)).toBeNull();
      expect(tx.normalizeId("items", "nonsense")).toBeNull();
      expect(tx.tableOf(id)).toBe("items");
    });
  });
});

describe("system tables", () => {
  it("have the indexes that their module registered", async () => {
    const { db } = temporaryDatabase();
    await db.write((tx) => {
      tx.insert("_jobs", json({ state: { kind: "pending" }, time: 2 }), "system");
      tx.insert("_jobs", json({ state: { kind: "done" }, time: 0 }), "system");
      tx.insert("_jobs", json({ state: { kind: "pending" }, time: 1 }), "system");
    });
    const due = indexQuery("_jobs.by_state_and_time", [
      { type: "Eq", fieldPath: "state.kind", value: "pending" },
    ]);
    expect(db.read((tx) => pluck(collect(tx, due, "system"), "time"))).toEqual([1, 2]);
  });
});

describe("writes", () => {
  it("exist after a restart, and time continues", async () => {
    const store = temporaryDatabase();
    const first = await insert(store.db, { n: 1 });
    const [createdFirst] = pluck(everything(store.db), "_creationTime");
    await store.reopen();
    expect(store.db.latestTs).toBeGreaterThanOrEqual(first.ts);
    const second = await insert(store.db, { n: 2 });
    expect(second.ts).toBeGreaterThan(first.ts);
    const [, createdSecond] = pluck(everything(store.db), "_creationTime");
    expect(Number(createdSecond)).toBeGreaterThan(Number(createdFirst));
    expect(pluck(everything(store.db), "n")).toEqual([1, 2]);
  });

  it("get increasing timestamps and creation times when the clock is set back or stops", async () => {
    let now = 1_700_000_000_000;
    const store = temporaryDatabase({ now: () => now });
    const first = await insert(store.db, { n: 1 });
    now -= 60_000;
    await store.reopen();
    const second = await store.db.write((tx) => [2, 3].forEach((n) => tx.insert("items", json({ n }))));
    expect(second.ts).toBeGreaterThan(first.ts);
    expect(pluck(everything(store.db), "n")).toEqual([1, 2, 3]);
    const times = pluck(everything(store.db), "_creationTime").map(Number);
    expect(new Set(times).size).toBe(3);
    expect(first.ts).toBe(1_700_000_000_000_000_000n);
  });

  it("that changed nothing get the newest timestamp and make no commit", async () => {
    const { db } = temporaryDatabase();
    const { ts } = await insert(db);
    const told: Commit[] = [];
    db.onCommit((commits) => told.push(...commits));
    expect(await db.write(() => 7)).toEqual({ value: 7, ts });
    const { value: id } = await insert(db, { a: 1 });
    const same = await db.write((tx) => tx.patch(id, json({ a: 1 })));
    expect(same.ts).toBe(db.latestTs);
    expect(told).toHaveLength(1);
  });

  it("see the writes of earlier jobs in their batch", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db, { n: 0 });
    const increment = () => db.write((tx) => tx.patch(id, json({ n: Number(parse(tx.get(id)).n) + 1 })));
    await Promise.all(Array.from({ length: 300 }, increment));
    expect(parse(db.read((tx) => tx.get(id))).n).toBe(300);
  });

  it("are rolled back separately when they throw", async () => {
    const { db } = temporaryDatabase();
    const failing = () =>
      db.write((tx) => {
        tx.insert("items", json({ n: "bad" }));
        throw new Error("no");
      });
    const results = await Promise.allSettled([
      insert(db, { n: 1 }),
      failing(),
      insert(db, { n: 2 }),
      failing(),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
    expect(pluck(everything(db), "n")).toEqual([1, 2]);
  });

  it("that throw after a write make the jobs before them run again once, and later batches use savepoints for a while", async () => {
    const { db } = temporaryDatabase();
    let runs = 0;
    const counted = () =>
      db.write((tx) => {
        runs += 1;
        return tx.insert("items", json({ n: "good" }));
      });
    const failing = () =>
      db.write((tx) => {
        tx.insert("items", json({ n: "bad" }));
        throw new Error("no");
      });
    await Promise.allSettled([counted(), failing(), counted()]);
    const afterFirst = runs;
    for (let batch = 0; batch < 20; batch += 1) await Promise.allSettled([counted(), failing(), counted()]);
    expect([afterFirst, runs]).toEqual([3, 43]);
    expect(pluck(everything(db), "n")).toEqual(Array.from({ length: 42 }, () => "good"));
  });

  it("can roll back a savepoint without its parent, and then the parent's value is visible again", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db, { n: 0 });
    const told: Commit[] = [];
    db.onCommit((commits) => told.push(...commits));
    await db.write((tx) => {
      tx.patch(id, json({ n: 1 }));
      expect(() =>
        tx.savepoint(() => {
          tx.patch(id, json({ n: 2 }));
          tx.savepoint(() => tx.insert("others", "{}"));
          throw new Error("child");
        }),
      ).toThrow("child");
      expect(parse(tx.get(id)).n).toBe(1);
      expect(tx.count("others")).toBe(0);
    });
    expect(parse(db.read((tx) => tx.get(id))).n).toBe(1);
    expect(told).toHaveLength(1);
    expect(told[0]?.writtenKeys.size).toBe(2);
  });

  it("that were rolled back are no longer found by queries that had found them", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await insert(db, { n: 1 });
    const numbers = (tx: ReadTransaction) => collect(tx, scan("items")).map((text) => parse(text).n);
    const change = (tx: WriteTransaction) => {
      tx.insert("items", json({ n: 2 }));
      tx.delete(id);
      expect(numbers(tx)).toEqual([2]);
      throw new Error("undone");
    };
    await db.write((tx) => {
      expect(numbers(tx)).toEqual([1]);
      expect(() => tx.savepoint(() => change(tx))).toThrow("undone");
      expect(numbers(tx)).toEqual([1]);
    });
    await expect(db.write(change)).rejects.toThrow("undone");
    expect(db.read(numbers)).toEqual([1]);
  });

  it("are visible to a query that is in progress in the same transaction", async () => {
    const { db } = temporaryDatabase();
    await db.write((tx) => [1, 2, 3].forEach((n) => tx.insert("items", json({ n }))));
    await db.write((tx) => {
      const cursor = tx.query(scan("items"));
      const first = parse(cursor.next());
      expect(first.n).toBe(1);
      const [, second] = collect(tx, scan("items")).map(parse);
      tx.delete(String(second?._id));
      tx.insert("items", json({ n: 4 }));
      expect(parse(cursor.next()).n).toBe(3);
      expect(parse(cursor.next()).n).toBe(4);
      expect(cursor.next()).toBeNull();
    });
  });
});

describe("commits", () => {
  it("are reported in order, before the promises resolve", async () => {
    const { db } = temporaryDatabase();
    const events: string[] = [];
    const told: Commit[] = [];
    db.onCommit((commits) => told.push(...commits));
    const writes = [1, 2, 3].map(async (n) => {
      await insert(db, { n });
      // How many commits share a batch depends on the speed of the machine.
      events.push(`write ${n}, told ${told.length >= n}`);
    });
    await Promise.all(writes);
    expect(events).toEqual(["write 1, told true", "write 2, told true", "write 3, told true"]);
    expect(told.map(({ ts }) => ts)).toEqual([...told.map(({ ts }) => ts)].sort());
    expect(new Set(told.map(({ ts }) => ts)).size).toBe(3);
    expect(told.at(-1)?.ts).toBe(db.latestTs);
  });

  it("let their listener read the database and write to it", async () => {
    const { db } = temporaryDatabase();
    const seen: number[] = [];
    const followUps: Promise<unknown>[] = [];
    db.onCommit(() => {
      seen.push(db.read((tx) => tx.count("items")));
      if (followUps.length === 0) followUps.push(insert(db, { n: 2 }));
    });
    await insert(db, { n: 1 });
    await Promise.all(followUps);
    expect(seen).toEqual([1, 2]);
  });

  it("are no longer reported once the listener is removed", async () => {
    const { db } = temporaryDatabase();
    const told: Commit[] = [];
    const stop = db.onCommit((commits) => told.push(...commits));
    stop();
    await insert(db);
    expect(told).toEqual([]);
  });
});

describe("the past", () => {
  it("can be read for a minute", async () => {
    let now = 1_700_000_000_000;
    const { db } = temporaryDatabase({ now: () => now });
    const { value: id, ts } = await insert(db, { n: 1 });
    now += 30_000;
    await db.write((tx) => tx.patch(id, json({ n: 2 })));
    await insert(db, { n: 3 });
    expect(db.read((tx) => pluck(collect(tx, scan("items")), "n"), ts)).toEqual([1]);
    expect(db.read((tx) => parse(tx.get(id)).n, ts)).toBe(1);
    now += 61_000;
    await insert(db);
    expect(() => db.read((tx) => tx.get(id), ts)).toThrow("only about the last 60 seconds are kept");
    expect(() => db.read((tx) => tx.get(id), db.latestTs + 1n)).toThrow("Cannot read at timestamp");
  });
});

describe("verification", () => {
  it("runs after a turn of the event loop, and nothing can read in between", async () => {
    const { db } = temporaryDatabase();
    let wasRefused = false;
    db.setVerifier(() => {
      expect(() => everything(db)).toThrow("while a write batch is open");
      wasRefused = true;
      return true;
    });
    const write = insert(db, { n: 1 });
    await new Promise(setImmediate);
    const idle = db.whenIdle().then(() => everything(db).length);
    await write;
    expect(wasRefused).toBe(true);
    expect(await idle).toBe(1);
  });

  it("that fails rolls back the batch and finds the failing job", async () => {
    const { db } = temporaryDatabase();
    let running: string[] = [];
    db.setVerifier(() => {
      const isBad = running.includes("bad");
      running = [];
      return !isBad;
    });
    const job = (name: string) =>
      db.write((tx) => {
        running.push(name);
        return tx.insert("items", json({ name }));
      });
    const results = await Promise.allSettled([job("a"), job("bad"), job("b")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: { code: "JobNotVerified" } });
    expect(pluck(everything(db), "name")).toEqual(["a", "b"]);
  });
});

describe("session requests", () => {
  const request = (sessionId: string, requestId: number, caller: string | null = "ann") => ({
    sessionId,
    requestId,
    caller,
  });
  const resultOf = (found: ReturnType<WriteTransaction["sessionRequest"]>) =>
    found !== null && typeof found === "object" ? found.result : undefined;

  it("are returned only to their caller, but to everybody if they were stored without a caller", async () => {
    const { db } = temporaryDatabase();
    await db.write((tx) => {
      tx.recordSessionRequest(request("s", 1, "ann"), '"for Ann"');
      tx.recordSessionRequest(request("s", 2, null), '"for anybody"');
    });
    await db.write((tx) => {
      expect(tx.sessionRequest(request("s", 1, "bob"))).toBe("another caller's");
      expect(tx.sessionRequest(request("s", 1, null))).toBe("another caller's");
      expect(tx.sessionRequest(request("s", 1, "ann"))).toMatchObject({ result: '"for Ann"' });
      expect(tx.sessionRequest(request("s", 2, "bob"))).toMatchObject({ result: '"for anybody"' });
    });
  });

  it("are durable with their writes, and rolled back with them", async () => {
    const store = temporaryDatabase();
    const { ts } = await store.db.write((tx) => tx.recordSessionRequest(request("s", 1), '"done"'));
    const failed = store.db.write((tx) => {
      tx.recordSessionRequest(request("s", 2), '"never"');
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    await store.reopen();
    await store.db.write((tx) => {
      expect(tx.sessionRequest(request("s", 1))).toEqual({ ts, result: '"done"' });
      expect(tx.sessionRequest(request("s", 2))).toBeNull();
      expect(tx.sessionRequest(request("t", 1))).toBeNull();
    });
  });

  it("are found in any order, even among more sessions than are cached", async () => {
    const { db } = temporaryDatabase();
    await db.write((tx) => {
      for (const id of [5, 3]) tx.recordSessionRequest(request("s", id), String(id));
      for (let other = 0; other < 1200; other += 1)
        tx.recordSessionRequest(request(`other-${other}`, 1), "1");
    });
    await db.write((tx) => {
      const results = [6, 5, 4, 3].map((id) => resultOf(tx.sessionRequest(request("s", id))));
      expect(results).toEqual([undefined, "5", undefined, "3"]);
      tx.recordSessionRequest(request("s", 4), "4");
      expect(resultOf(tx.sessionRequest(request("s", 4)))).toBe("4");
      expect(resultOf(tx.sessionRequest(request("other-0", 1)))).toBe("1");
    });
  });

  it("are deleted after a week", async () => {
    let now = 1_700_000_000_000;
    const { db } = temporaryDatabase({ now: () => now });
    await db.write((tx) => tx.recordSessionRequest(request("old", 1), "1"));
    for (let day = 1; day <= 8; day += 1) {
      now += 24 * 60 * 60 * 1000;
      await db.write((tx) => tx.recordSessionRequest(request("between", day), "1"));
    }
    await db.write((tx) => {
      for (let i = 0; i < 64; i += 1) tx.recordSessionRequest(request("new", i), "1");
    });
    await db.write((tx) => {
      expect(tx.sessionRequest(request("old", 1))).toBeNull();
      expect(tx.sessionRequest(request("between", 8))).not.toBeNull();
      expect(tx.sessionRequest(request("new", 0))).not.toBeNull();
    });
  });

  it("are kept while the clock is ahead, after a restart, and when the clock is correct again", async () => {
    let now = 1_700_000_000_000;
    const remember = async (db: Database, session: string) =>
      await db.write((tx) => {
        for (let i = 0; i < 64; i += 1) tx.recordSessionRequest(request(session, i), "1");
      });
    const store = temporaryDatabase({ now: () => now });
    await remember(store.db, "before");
    now += 40 * 24 * 60 * 60 * 1000;
    await remember(store.db, "ahead");
    await store.reopen();
    await remember(store.db, "ahead, restarted");
    now -= 40 * 24 * 60 * 60 * 1000;
    await remember(store.db, "back");
    await store.db.write((tx) => {
      for (const session of ["before", "ahead", "ahead, restarted", "back"])
        expect([session, tx.sessionRequest(request(session, 0))]).not.toContain(null);
    });
  });
});

describe("meta facts", () => {
  it("survive a restart, even when they are set while a batch is open", async () => {
    const store = temporaryDatabase();
    store.db.setMeta("a", "1");
    store.db.setVerifier(() => {
      store.db.setMeta("b", "2");
      return true;
    });
    await insert(store.db);
    store.db.setMeta("a", "3");
    await store.reopen();
    expect([store.db.getMeta("a"), store.db.getMeta("b"), store.db.getMeta("c")]).toEqual(["3", "2", null]);
  });
});

describe("another connection to the file", () => {
  it("that holds the lock makes writers wait, not fail", async () => {
    const { db, path } = temporaryDatabase();
    await insert(db, { n: 1 });
    const other = openSqlite(path);
    other.exec("BEGIN IMMEDIATE");
    let isSettled = false;
    const write = insert(db, { n: 2 }).finally(() => (isSettled = true));
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(everything(db)).toHaveLength(1);
    expect(isSettled).toBe(false);
    db.setMeta("a", "1");
    other.exec("COMMIT");
    other.close();
    await write;
    await insert(db, { n: 3 });
    expect(pluck(everything(db), "n")).toEqual([1, 2, 3]);
    expect(db.getMeta("a")).toBe("1");
  });

  it("that never releases the lock makes writes fail with an explanation", async () => {
    let now = 1_700_000_000_000;
    const { db, path } = temporaryDatabase({ now: () => (now += 1000) });
    const other = openSqlite(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(insert(db)).rejects.toMatchObject({ code: "WriteFailed" });
    other.exec("COMMIT");
    other.close();
    await insert(db, { n: 1 });
    expect(everything(db)).toHaveLength(1);
  });
});

describe("closing", () => {
  it("finishes queued jobs and then refuses new ones", async () => {
    const { db, path } = temporaryDatabase();
    const write = insert(db, { n: 1 });
    await db.close();
    await expect(write).resolves.toMatchObject({ ts: expect.any(BigInt) });
    await expect(insert(db)).rejects.toThrow("The database is closed.");
    expect(() => everything(db)).toThrow("The database is closed.");
    const again = openDatabase({ path });
    expect(everything(again)).toHaveLength(1);
    await again.close();
  });
});
