/**
 * Random histories of writes, checked step by step against a model. The model keeps documents in a map and sorts
 * them again for every query. Results must be equal in the present and in the past, before and after a restart.
 * Read sets must contain exactly the commits that change a result.
 */
import { v } from "convex/values";
import { defineTable } from "convex/server";
import { describe, expect, it } from "vitest";
import { fieldAt } from "../values/json.js";
import type { JsonObject, JsonValue } from "../values/json.js";
import { compareValues } from "../values/key-codec.js";
import type { Commit, SerializedQuery, Timestamp, WriteTransaction } from "./api.js";
import { createSubscriptionIndex } from "./subscription-index.js";
import {
  bound,
  collect,
  indexQuery,
  parse,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";

const SEEDS = Array.from({ length: 5 }, (_, i) => i + 1);
const STEPS = 80;
const INDEXES: Readonly<Record<string, readonly string[]>> = {
  by_creation_time: [],
  by_a: ["a"],
  by_a_and_b: ["a", "b"],
  by_nested: ["o.x", "a"],
};
const VALUES: readonly JsonValue[] = [
  null,
  0,
  1,
  -1,
  2.5,
  { $float: "AAAAAAAA+H8=" },
  { $float: "AAAAAAAAAIA=" },
  { $integer: "AQAAAAAAAAA=" },
  true,
  false,
  "",
  "a",
  "a\u0000",
  "é",
  { $bytes: "AQ==" },
  [],
  [1],
  { x: 1 },
];

const schema = schemaText({
  things: defineTable(v.any())
    .index("by_a", ["a"])
    .index("by_a_and_b", ["a", "b"])
    .index("by_nested", ["o.x", "a"]),
  others: defineTable(v.any()).index("by_a", ["a"]),
});

class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error("Nothing to pick from.");
    return picked;
  }
}

interface Question {
  readonly table: string;
  readonly index: string;
  readonly order: "asc" | "desc";
  readonly equalities: readonly JsonValue[];
  readonly lower: { readonly type: "Gt" | "Gte"; readonly value: JsonValue } | null;
  readonly upper: { readonly type: "Lt" | "Lte"; readonly value: JsonValue } | null;
  readonly limit: number | null;
}

type State = ReadonlyMap<string, JsonObject>;

const UNDEFINED: JsonValue = { $undefined: null };

function randomValue(random: Random): JsonValue {
  return random.chance(0.15) ? UNDEFINED : random.pick(VALUES);
}

function randomQuestion(random: Random): Question {
  const index = random.pick(Object.keys(INDEXES));
  const table =
    index === "by_a" || index === "by_creation_time" ? random.pick(["things", "others"]) : "things";
  const fields = INDEXES[index] ?? [];
  const equalities = fields.slice(0, random.below(fields.length + 1)).map(() => randomValue(random));
  const hasBounds = equalities.length < fields.length;
  return {
    table,
    index,
    order: random.pick(["asc", "desc"]),
    equalities,
    lower:
      hasBounds && random.chance(0.5)
        ? { type: random.pick(["Gt", "Gte"]), value: randomValue(random) }
        : null,
    upper:
      hasBounds && random.chance(0.5)
        ? { type: random.pick(["Lt", "Lte"]), value: randomValue(random) }
        : null,
    limit: random.chance(0.5) ? random.below(6) : null,
  };
}

function toQuery({ table, index, order, equalities, lower, upper, limit }: Question): SerializedQuery {
  const fields = INDEXES[index] ?? [];
  const range = equalities.map((value, i) => bound("Eq", fields[i] ?? "", value)).reverse();
  const boundField = fields[equalities.length] ?? "";
  if (lower !== null) range.push(bound(lower.type, boundField, lower.value));
  if (upper !== null) range.push(bound(upper.type, boundField, upper.value));
  const operators = limit === null ? [] : [{ limit }];
  if (index === "by_creation_time" && order === "asc") return scan(table, order, operators);
  return indexQuery(`${table}.${index}`, range, order, operators);
}

function answer(state: State, tableOf: (id: string) => string | null, question: Question): string[] {
  const fields = INDEXES[question.index] ?? [];
  const { equalities, lower, upper } = question;
  const at = (document: JsonObject, field: string | undefined) =>
    field === undefined ? undefined : fieldAt(document, field.split("."));
  const matching = [...state.values()].filter((document) => {
    if (tableOf(String(document._id)) !== question.table) return false;
    if (!equalities.every((value, i) => compareValues(at(document, fields[i]), value) === 0)) return false;
    const value = at(document, fields[equalities.length]);
    if (lower !== null && compareValues(value, lower.value) < (lower.type === "Gt" ? 1 : 0)) return false;
    return upper === null || compareValues(value, upper.value) <= (upper.type === "Lt" ? -1 : 0);
  });
  const key = [...fields, "_creationTime", "_id"];
  matching.sort((x, y) => {
    const order =
      key.map((field) => compareValues(at(x, field), at(y, field))).find((sign) => sign !== 0) ?? 0;
    return question.order === "asc" ? order : -order;
  });
  return matching.slice(0, question.limit ?? Infinity).map((document) => String(document._id));
}

function randomFields(random: Random): JsonObject {
  const fields: JsonObject = { n: random.below(1000) };
  if (random.chance(0.8)) fields.a = random.pick(VALUES);
  if (random.chance(0.6)) fields.b = random.pick(VALUES);
  if (random.chance(0.5)) fields.o = random.chance(0.7) ? { x: random.pick(VALUES) } : random.pick(VALUES);
  return fields;
}

/** `state` is the model of the innermost savepoint. */
function randomWrite(random: Random, tx: WriteTransaction, state: Map<string, JsonObject>): void {
  const ids = [...state.keys()];
  const kind =
    ids.length === 0 || random.chance(0.4) ? "insert" : random.pick(["patch", "replace", "delete"]);
  if (kind === "insert") {
    const id = tx.insert(random.pick(["things", "others"]), JSON.stringify(randomFields(random)));
    state.set(id, parse(tx.get(id)));
    return;
  }
  const id = random.pick(ids);
  const before = state.get(id) ?? {};
  const { _id, _creationTime } = before;
  if (kind === "delete") {
    tx.delete(id);
    state.delete(id);
  } else if (kind === "replace") {
    const fields = randomFields(random);
    tx.replace(id, JSON.stringify(fields));
    state.set(id, JSON.parse(JSON.stringify({ ...fields, _id, _creationTime })) as JsonObject);
  } else {
    const fields = randomFields(random);
    tx.patch(id, JSON.stringify({ ...fields, b: UNDEFINED }));
    const after: JsonObject = { ...before, ...fields };
    delete after.b;
    state.set(id, after);
  }
}

class Undone extends Error {}

function randomJob(random: Random, tx: WriteTransaction, state: Map<string, JsonObject>): void {
  for (let i = random.below(4); i >= 0; i -= 1) {
    if (random.chance(0.7)) {
      randomWrite(random, tx, state);
      continue;
    }
    const inner = new Map(state);
    try {
      tx.savepoint(() => {
        randomJob(random, tx, inner);
        if (random.chance(0.5)) throw new Undone();
      });
      state.clear();
      for (const [id, document] of inner) state.set(id, document);
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  }
}

function allDocuments(collected: readonly string[]): Map<string, JsonObject> {
  return new Map(collected.map((text) => [String(parse(text)._id), parse(text)]));
}

describe.each(SEEDS)("history %i", (seed) => {
  it("returns the same results as a plain model", { timeout: 30_000 }, async () => {
    const random = new Random(seed);
    const store = temporaryDatabase();
    store.db.applySchema(schema);
    let state = new Map<string, JsonObject>();
    const past: { ts: Timestamp; state: State }[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      // A job may run more than once, together with all others of its batch. Each starts from the state after the
      // previous one.
      const before = state;
      const after: Map<string, JsonObject>[] = [];
      const jobs = Array.from({ length: 1 + random.below(3) }, (_, job) =>
        store.db.write((tx) => {
          const found = after[job - 1] ?? before;
          after[job] = found;
          const next = new Map(found);
          randomJob(random, tx, next);
          if (random.chance(0.15)) throw new Undone();
          const question = randomQuestion(random);
          const seen = collect(tx, toQuery(question)).map((text) => parse(text)._id);
          expect(seen).toEqual(answer(next, (id) => tx.tableOf(id), question));
          after[job] = next;
        }),
      );
      for (const result of await Promise.allSettled(jobs)) {
        if (result.status === "rejected" && !(result.reason instanceof Undone)) throw result.reason;
      }
      state = after.at(-1) ?? before;
      if (random.chance(0.03)) {
        await store.reopen();
        past.length = 0;
      }
      past.push({ ts: store.db.latestTs, state });
      store.db.read((tx) => {
        const stored = allDocuments([...collect(tx, scan("things")), ...collect(tx, scan("others"))]);
        expect(stored).toEqual(state);
      });
      const moment = random.pick(past);
      store.db.read((tx) => {
        const question = randomQuestion(random);
        const seen = collect(tx, toQuery(question)).map((text) => parse(text)._id);
        expect(seen).toEqual(answer(moment.state, (id) => tx.tableOf(id), question));
        for (const id of [...moment.state.keys(), ...state.keys()].slice(0, 8)) {
          const then = moment.state.get(id);
          if (then === undefined) expect(tx.get(id)).toBeNull();
          else expect(parse(tx.get(id))).toEqual(then);
        }
        const things = [...moment.state.keys()].filter((key) => tx.tableOf(key) === "things");
        expect(tx.count("things")).toBe(things.length);
      }, moment.ts);
    }
  });

  it("reads pages that together are the whole result", async () => {
    const random = new Random(seed + 1000);
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    await db.write((tx) => {
      for (let i = 0; i < 60; i += 1)
        tx.insert(random.pick(["things", "others"]), JSON.stringify(randomFields(random)));
    });
    for (let round = 0; round < 25; round += 1) {
      const query = toQuery({ ...randomQuestion(random), limit: null });
      db.read((tx) => {
        const pages: string[] = [];
        let cursor: string | null = null;
        for (let isDone = false; !isDone;) {
          const numItems = 1 + random.below(20);
          const page = tx.paginate(query, { cursor, numItems });
          const again = tx.paginate(query, { cursor, numItems: 1, endCursor: page.continueCursor });
          expect(again.documents).toEqual(page.documents);
          expect(again.continueCursor).toBe(page.continueCursor);
          pages.push(...page.documents);
          cursor = page.continueCursor;
          isDone = page.isDone;
        }
        expect(pages).toEqual(collect(tx, query));
      });
    }
  });

  it("reads exactly what the commits that change a result write", async () => {
    const random = new Random(seed + 2000);
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    const state = new Map<string, JsonObject>();
    await db.write((tx) => {
      for (let i = 0; i < 30; i += 1) randomWrite(random, tx, state);
    });
    const index = createSubscriptionIndex<number>();
    const questions = Array.from({ length: 40 }, () => toQuery(randomQuestion(random)));
    const results = new Map<number, string>();
    const run = (i: number) => {
      const query = questions[i];
      if (query === undefined) return;
      db.read((tx) => {
        results.set(i, JSON.stringify(collect(tx, query)));
        index.set(i, tx.readSet());
      });
    };
    questions.forEach((_, i) => run(i));
    let commits: readonly Commit[] = [];
    db.onCommit((told) => (commits = told));
    for (let step = 0; step < 60; step += 1) {
      commits = [];
      await db.write((tx) => randomWrite(random, tx, state));
      const affected = index.affectedBy(commits);
      const before = new Map(results);
      questions.forEach((_, i) => run(i));
      const changed = [...results.keys()].filter((i) => results.get(i) !== before.get(i));
      expect([...affected].sort()).toEqual(changed.sort());
    }
  });
});
