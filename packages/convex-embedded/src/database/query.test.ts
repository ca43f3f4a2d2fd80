/** Tests queries as `convex/server` serializes them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import { encodeFloat, encodeInteger } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { RangeExpression } from "./index-range.js";
import {
  bound,
  collect,
  indexQuery,
  pluck,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";

const schema = schemaText({
  items: defineTable(v.any())
    .index("by_a", ["a"])
    .index("by_a_b_c", ["a", "b", "c"])
    .index("by_o_x", ["o.x"]),
});

/** One value of every type, in the total order. The first document lacks the field. */
const ORDERED: readonly (JsonValue | undefined)[] = [
  undefined,
  null,
  encodeInteger(-5n),
  encodeInteger(1n),
  encodeFloat(-Infinity),
  -1,
  encodeFloat(-0),
  0,
  1,
  encodeFloat(Infinity),
  encodeFloat(NaN),
  false,
  true,
  "",
  "a",
  "\uffff",
  "\u{1f436}",
  { $bytes: "" },
  { $bytes: "AQ==" },
  [],
  [null],
  {},
  { x: 1 },
];

async function withOrdered() {
  const { db } = temporaryDatabase();
  db.applySchema(schema);
  await db.write((tx) => {
    for (const [n, a] of [...ORDERED.entries()].reverse()) {
      tx.insert("items", JSON.stringify(a === undefined ? { n } : { n, a }));
    }
  });
  const ask = (range: RangeExpression[], order: "asc" | "desc" = "asc") =>
    db.read((tx) => pluck(collect(tx, indexQuery("items.by_a", range, order)), "n"));
  return { db, ask };
}

const UNDEFINED: JsonValue = { $undefined: null };
const positions = (from: number, to = ORDERED.length) => ORDERED.map((_, i) => i).slice(from, to);

describe("index ranges", () => {
  it("sort all types by the total order, strings by UTF-8 and floats by total order", async () => {
    const { ask } = await withOrdered();
    expect(ask([])).toEqual(positions(0));
    expect(ask([], "desc")).toEqual(positions(0).reverse());
  });

  it("find one value, including a missing field, and distinguish 0 from -0 and numbers from bigints", async () => {
    const { ask } = await withOrdered();
    for (const [i, value] of ORDERED.entries())
      expect(ask([bound("Eq", "a", value === undefined ? UNDEFINED : value)])).toEqual([i]);
  });

  it("are empty when their end is before their start", async () => {
    const { ask } = await withOrdered();
    expect(ask([bound("Gt", "a", 5), bound("Lt", "a", 3)])).toEqual([]);
    expect(ask([bound("Gte", "a", 5), bound("Lte", "a", 3)], "desc")).toEqual([]);
    expect(ask([bound("Gt", "a", []), bound("Lt", "a", null)])).toEqual([]);
  });

  it("include values of later types", async () => {
    const { ask } = await withOrdered();
    expect(ask([bound("Gte", "a", 1)])).toEqual(positions(8));
    expect(ask([bound("Gt", "a", 1)])).toEqual(positions(9));
    expect(ask([bound("Lt", "a", 1)])).toEqual(positions(0, 8));
    expect(ask([bound("Lte", "a", 1)])).toEqual(positions(0, 9));
    expect(ask([bound("Gt", "a", null)])).toEqual(positions(2));
    expect(ask([bound("Gt", "a", UNDEFINED)])).toEqual(positions(1));
    expect(ask([bound("Gte", "a", "a"), bound("Lt", "a", [])])).toEqual(positions(14, 19));
    expect(ask([bound("Gt", "a", "a"), bound("Lt", "a", "a")])).toEqual([]);
  });

  it("accept equalities in any order and a bound on the field after them", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    await db.write((tx) => {
      for (let n = 0; n < 8; n += 1) {
        tx.insert("items", JSON.stringify({ n, a: n >> 2, b: (n >> 1) & 1, c: n & 1 }));
      }
    });
    const ask = (range: RangeExpression[]) =>
      db.read((tx) => pluck(collect(tx, indexQuery("items.by_a_b_c", range)), "n"));
    expect(ask([bound("Eq", "b", 1), bound("Eq", "a", 0)])).toEqual([2, 3]);
    expect(ask([bound("Eq", "c", 1), bound("Eq", "b", 1), bound("Eq", "a", 1)])).toEqual([7]);
    expect(ask([bound("Eq", "a", 1), bound("Gt", "b", 0)])).toEqual([6, 7]);
    expect(ask([bound("Eq", "a", 1), bound("Lte", "b", 0)])).toEqual([4, 5]);
  });

  it("continue to _creationTime and _id", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    const { value: ids } = await db.write((tx) => [1, 2, 3].map(() => tx.insert("items", '{"a":1}')));
    db.read((tx) => {
      const all = collect(tx, indexQuery("items.by_a", []));
      const [, second] = pluck(all, "_creationTime");
      const range = [bound("Eq", "a", 1), bound("Gt", "_creationTime", second ?? null)];
      expect(pluck(collect(tx, indexQuery("items.by_a", range)), "_id")).toEqual([ids[2]]);
      const exact = [
        bound("Eq", "a", 1),
        bound("Eq", "_creationTime", second ?? null),
        bound("Eq", "_id", ids[1] ?? ""),
      ];
      expect(pluck(collect(tx, indexQuery("items.by_a", exact)), "_id")).toEqual([ids[1]]);
      expect(
        pluck(collect(tx, indexQuery("items.by_id", [bound("Eq", "_id", ids[0] ?? "")])), "_id"),
      ).toEqual([ids[0]]);
      expect(pluck(collect(tx, indexQuery("items.by_id", [])), "_id")).toEqual([...ids].sort());
      expect(pluck(collect(tx, indexQuery("items.by_creation_time", [], "desc")), "_id")).toEqual(
        [...ids].reverse(),
      );
    });
  });

  it("can use nested fields", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    await db.write((tx) => {
      for (const o of [{ x: 2 }, { x: 1 }, "no object", {}]) tx.insert("items", JSON.stringify({ o }));
    });
    db.read((tx) => {
      const objects = pluck(collect(tx, indexQuery("items.by_o_x", [bound("Gte", "o.x", 0)])), "o");
      expect(objects).toEqual([{ x: 1 }, { x: 2 }]);
      expect(collect(tx, indexQuery("items.by_o_x", [bound("Eq", "o.x", UNDEFINED)]))).toHaveLength(2);
    });
  });
});

describe("index range errors", () => {
  const table: readonly (readonly [string, RangeExpression[], string])[] = [
    [
      "a field that the index lacks",
      [bound("Eq", "z", 1)],
      'The index range included a comparison with "z", but items.by_a_b_c with fields ["a", "b", "c", ' +
        '"_creationTime"] doesn\'t index this field. For more information see ' +
        "https://docs.convex.dev/using/indexes.",
    ],
    [
      "a gap in the fields",
      [bound("Eq", "a", 1), bound("Eq", "c", 1)],
      "Tried to query index items.by_a_b_c but the query didn't use the index fields in order.\n" +
        'Index fields: ["a", "b", "c", "_creationTime"]\nQuery fields: ["a", "c"]\n' +
        'First incorrect field: "c"\nFor more information see https://docs.convex.dev/using/indexes.',
    ],
    [
      "two equalities of one field",
      [bound("Eq", "a", 1), bound("Eq", "a", 2)],
      'Already defined equality bound in index range. Can\'t add "a" == 1.0.',
    ],
    [
      "two lower bounds",
      [bound("Gt", "a", 1), bound("Gte", "a", "x")],
      'Already defined lower bound in index range. Can\'t add "a" >= "x".',
    ],
    [
      "two upper bounds",
      [bound("Lt", "a", 1), bound("Lt", "a", null)],
      'Already defined upper bound in index range. Can\'t add "a" < null.',
    ],
    [
      "an equality and a bound of one field",
      [bound("Eq", "a", 1), bound("Gt", "a", 0)],
      'Already defined inequality bound in index range. Can\'t add "a" == 1.0.',
    ],
    [
      "bounds of two fields",
      [bound("Gt", "a", 1), bound("Lt", "b", 0)],
      "Upper and lower bounds in `range` can only be applied to a single index field. This query against " +
        'index items.by_a_b_c attempted to set a range bound on both "a" and "b". Consider using `filter` ' +
        "instead. See https://docs.convex.dev/using/indexes for more info.",
    ],
  ];

  it.each(table)("name %s", (_, range, message) => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    expect(() => db.read((tx) => tx.query(indexQuery("items.by_a_b_c", range)))).toThrow(
      expect.objectContaining({ message }),
    );
  });

  it("name an index that does not exist", () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    expect(() => db.read((tx) => tx.query(indexQuery("items.by_z", [])))).toThrow(
      "Index items.by_z not found.",
    );
  });
});

describe("filters and limits", () => {
  const field = (path: string): JsonValue => ({ $field: path });
  const literal = (value: JsonValue): JsonValue => ({ $literal: value });

  async function withNumbers() {
    const { db } = temporaryDatabase();
    await db.write((tx) => {
      for (let n = 0; n < 10; n += 1) {
        tx.insert("items", JSON.stringify({ n, big: encodeInteger(BigInt(n)), even: n % 2 === 0 }));
      }
    });
    return (...operators: JsonValue[]) =>
      db.read((tx) => pluck(collect(tx, scan("items", null, operators)), "n"));
  }

  it("compare, calculate and combine", async () => {
    const ask = await withNumbers();
    expect(ask({ filter: { $gte: [field("n"), literal(8)] } })).toEqual([8, 9]);
    expect(ask({ filter: { $lt: [field("n"), literal(2)] } })).toEqual([0, 1]);
    expect(ask({ filter: { $lte: [field("n"), literal(1)] } })).toEqual([0, 1]);
    expect(ask({ filter: { $gt: [field("n"), literal(8)] } })).toEqual([9]);
    expect(ask({ filter: { $neq: [field("even"), literal(true)] } })).toEqual([1, 3, 5, 7, 9]);
    expect(ask({ filter: { $and: [field("even"), { $gt: [field("n"), literal(5)] }] } })).toEqual([6, 8]);
    expect(
      ask({
        filter: { $or: [{ $eq: [field("n"), literal(1)] }, { $not: { $lt: [field("n"), literal(9)] } }] },
      }),
    ).toEqual([1, 9]);
    expect(ask({ filter: { $eq: [{ $mod: [field("n"), literal(5)] }, literal(2)] } })).toEqual([2, 7]);
    expect(
      ask({ filter: { $eq: [{ $mul: [field("big"), field("big")] }, literal(encodeInteger(49n))] } }),
    ).toEqual([7]);
    expect(ask({ filter: { $eq: [{ $neg: field("n") }, literal(-3)] } })).toEqual([3]);
    expect(
      ask({ filter: { $eq: [{ $sub: [field("n"), literal(1)] }, { $div: [field("n"), literal(2)] }] } }),
    ).toEqual([2]);
  });

  it("do not mix bigints with numbers, and find missing fields", async () => {
    const ask = await withNumbers();
    expect(ask({ filter: { $eq: [field("big"), literal(3)] } })).toEqual([]);
    expect(ask({ filter: { $eq: [field("none.deeper"), literal(UNDEFINED)] } })).toHaveLength(10);
    expect(() => ask({ filter: { $add: [field("n"), field("big")] } })).toThrow(
      "Cannot add 0.0 (type Float64) and 0 (type Int64)",
    );
    expect(() => ask({ filter: { $div: [field("big"), literal(encodeInteger(0n))] } })).toThrow(
      "Cannot divide 0 by zero",
    );
    expect(() => ask({ filter: field("n") })).toThrow("Cannot use value 0.0 (type Float64) as a Boolean");
  });

  it("apply operators in their order", async () => {
    const ask = await withNumbers();
    expect(ask({ limit: 3 }, { filter: field("even") })).toEqual([0, 2]);
    expect(ask({ filter: field("even") }, { limit: 3 })).toEqual([0, 2, 4]);
    expect(ask({ limit: 0 })).toEqual([]);
  });
});

describe("read sets", () => {
  it("end at the last returned document", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    await db.write((tx) => {
      for (let a = 0; a < 50; a += 1) tx.insert("items", JSON.stringify({ a }));
    });
    db.read((tx) => {
      const untouched = tx.query(indexQuery("items.by_a", []));
      expect(tx.readSet().ranges).toEqual([]);
      untouched.next();
      untouched.next();
      const [range] = tx.readSet().ranges;
      const keys: string[] = [];
      for (const text of collect(tx, indexQuery("items.by_a", []))) keys.push(text);
      expect(range?.start).toBe("");
      expect(range?.end).not.toBeNull();
      const [whole] = tx.readSet().ranges;
      expect(whole).toMatchObject({ start: "", end: null });
    });
  });

  it("contain a point for every requested id, found or not", async () => {
    const { db } = temporaryDatabase();
    const { value: id } = await db.write((tx) => tx.insert("items", "{}"));
    await db.write((tx) => tx.delete(id));
    db.read((tx) => {
      expect(tx.get(id)).toBeNull();
      expect(tx.get(id)).toBeNull();
      expect(tx.readSet().ranges).toHaveLength(1);
    });
  });

  it("contain the range of a table without documents", async () => {
    const { db } = temporaryDatabase();
    const { ranges } = db.read((tx) => {
      expect(collect(tx, scan("later"))).toEqual([]);
      return tx.readSet();
    });
    let written: readonly number[] = [];
    db.onCommit(([commit]) => (written = [...(commit?.writtenKeys.keys() ?? [])]));
    await db.write((tx) => tx.insert("later", "{}"));
    expect(ranges).toHaveLength(1);
    expect(written).toContain(ranges[0]?.indexId);
  });
});
