/** Tests vector search through the database. */
import { defineTable } from "convex/server";
import type { GenericSchema } from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../values/json.js";
import type { Database } from "../api.js";
import { schemaText, temporaryDatabase } from "../testing/temporary-database.js";

const schema = schemaText({
  foods: defineTable(v.any())
    .index("by_name", ["name"])
    .vectorIndex("by_embedding", {
      vectorField: "embedding",
      dimensions: 3,
      filterFields: ["cuisine", "meta.main"],
    }),
});

const equal = (field: string, value: JsonValue): JsonValue => ({
  $eq: [{ $field: field }, { $literal: value }],
});

function nearest(db: Database, vector: JsonValue, rest: Record<string, JsonValue> = {}) {
  const query = { indexName: "foods.by_embedding", vector, expressions: null, ...rest };
  return db.read((tx) => tx.vectorSearch(query));
}

function namesOf(db: Database, matches: readonly { _id: string }[]) {
  return db.read((tx) =>
    matches.map(({ _id }) => (JSON.parse(tx.get(_id) ?? "{}") as { name: unknown }).name),
  );
}

async function withFoods(): Promise<Database> {
  const { db } = temporaryDatabase();
  db.applySchema(schema);
  const foods = [
    { name: "east", embedding: [2, 0, 0], cuisine: "French" },
    { name: "north", embedding: [0, 5, 0], cuisine: "Thai", meta: { main: "rice" } },
    { name: "northeast", embedding: [1, 1, 0], cuisine: "French", meta: { main: "rice" } },
    { name: "west", embedding: [-1, 0, { $float: "AAAAAAAAAIA=" }] },
    { name: "short", embedding: [1, 0] },
    { name: "words", embedding: ["a", "b", "c"] },
    { name: "none" },
  ];
  await db.write((tx) => foods.forEach((food) => tx.insert("foods", JSON.stringify(food))));
  return db;
}

describe("a vector search", () => {
  it("returns the nearest by cosine, of documents whose vector has the right size", async () => {
    const db = await withFoods();
    const found = nearest(db, [3, 0, 0]);
    expect(namesOf(db, found)).toEqual(["east", "northeast", "north", "west"]);
    const scores = found.map(({ _score }) => _score);
    [1, Math.SQRT1_2, 0, -1].forEach((score, i) => expect(scores[i]).toBeCloseTo(score, 6));
  });

  it("filters by one of several equalities", async () => {
    const db = await withFoods();
    const names = (expressions: JsonValue) => namesOf(db, nearest(db, [1, 0, 0], { expressions }));
    expect(names(equal("cuisine", "Thai"))).toEqual(["north"]);
    expect(names({ $or: [equal("cuisine", "French"), equal("meta.main", "rice")] })).toEqual([
      "east",
      "northeast",
      "north",
    ]);
    expect(names(equal("cuisine", { $undefined: null }))).toEqual(["west"]);
  });

  it("finds its transaction's writes except rolled back ones, and works after schema changes", async () => {
    const db = await withFoods();
    const [east] = nearest(db, [1, 0, 0]);
    const id = east?._id ?? "";
    await db.write((tx) => {
      expect(() =>
        tx.savepoint(() => {
          tx.delete(id);
          throw new Error("undo");
        }),
      ).toThrow("undo");
      expect(tx.vectorSearch({ indexName: "foods.by_embedding", vector: [1, 0, 0] })[0]?._id).toBe(id);
      tx.patch(id, '{"embedding":[0,0,1],"cuisine":"Thai"}');
    });
    expect(nearest(db, [0, 0, 1], { limit: 1, expressions: equal("cuisine", "Thai") })[0]).toMatchObject({
      _id: id,
      _score: 1,
    });
    expect(nearest(db, [0, 0, 1], { expressions: equal("cuisine", "French") })).toHaveLength(1);
    await db.write((tx) => tx.delete(id));
    expect(nearest(db, [0, 0, 1]).map(({ _id }) => _id)).not.toContain(id);
    db.applySchema(null);
    expect(() => nearest(db, [1, 0, 0])).toThrow("Index foods.by_embedding not found.");
    db.applySchema(schema);
    expect(nearest(db, [1, 0, 0])).toHaveLength(3);
  });

  it("has the same results as a plain sort", async () => {
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(vector, { maxLength: 40 }),
        vector,
        fc.integer({ min: 1, max: 50 }),
        async (all, by, limit) => {
          const { db } = temporaryDatabase();
          db.applySchema(schema);
          const { value: ids } = await db.write((tx) =>
            all.map((embedding) => tx.insert("foods", JSON.stringify({ embedding }))),
          );
          const cosine = (a: number[]) => {
            const product = a.reduce((sum, x, i) => sum + x * (by[i] ?? 0), 0);
            return product === 0 ? 0 : product / Math.hypot(...a) / Math.hypot(...by);
          };
          const best = all
            .map((each) => cosine(each))
            .sort((a, b) => b - a)
            .slice(0, limit);
          const found = nearest(db, by, { limit });
          expect(found).toHaveLength(best.length);
          found.forEach(({ _id, _score }, i) => {
            expect(_score).toBeCloseTo(best[i] ?? Number.NaN, 5);
            expect(_score).toBeCloseTo(cosine(all[ids.indexOf(_id)] ?? []), 5);
          });
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("limits and errors of a vector search", () => {
  const withManyFoods = async () => {
    const db = await withFoods();
    await db.write((tx) => {
      for (let i = 0; i < 300; i += 1) tx.insert("foods", JSON.stringify({ embedding: [1, i, 0] }));
    });
    return db;
  };

  it("include up to 256 results, by default 10", async () => {
    const db = await withManyFoods();
    expect(nearest(db, [1, 0, 0])).toHaveLength(10);
    expect(nearest(db, [1, 0, 0], { limit: 1 })).toHaveLength(1);
    expect(nearest(db, [1, 0, 0], { limit: 256 })).toHaveLength(256);
  });

  it("refuse 257 results, and 0 results", async () => {
    const db = await withManyFoods();
    expect(() => nearest(db, [1, 0, 0], { limit: 257 })).toThrow(
      "Vector queries can fetch at most 256 results, requested 257.",
    );
    for (const limit of [0, -1, 1.5]) {
      expect(() => nearest(db, [1, 0, 0], { limit })).toThrow("a whole number between 1 and 256");
    }
  });

  it("name the invalid argument", async () => {
    const db = await withFoods();
    expect(() => nearest(db, [1, 0])).toThrow("Expected a vector with dimensions 3, received 2.");
    expect(() => nearest(db, [1, 0, "x"])).toThrow("`vector` must be an array of numbers");
    expect(() => nearest(db, [1, 0, 0], { indexName: "foods.by_name" })).toThrow(
      "Index foods.by_name is not a vector index",
    );
    expect(() => nearest(db, [1, 0, 0], { expressions: equal("name", 1) })).toThrow(
      'a filter on "name" but that field isn\'t indexed for filtering',
    );
    expect(() => nearest(db, [1, 0, 0], { expressions: { $not: true } })).toThrow(
      "Filters should be a combination of `q.eq` and `q.or`.",
    );
  });

  const filters = (count: number) => ({
    $or: Array.from({ length: count }, (_, i) => equal("cuisine", i)),
  });

  it("allow 64 different filters of one search", async () => {
    const db = await withFoods();
    const twice = { $or: [filters(64), filters(64)] };
    expect(nearest(db, [1, 0, 0], { expressions: filters(64) })).toEqual([]);
    expect(nearest(db, [1, 0, 0], { expressions: twice })).toEqual([]);
  });

  it("refuse 65 different filters of one search", async () => {
    const db = await withFoods();
    expect(() => nearest(db, [1, 0, 0], { expressions: filters(65) })).toThrow(
      "Vector query against foods.by_embedding has too many conditions. Max: 64 Actual: 65",
    );
  });

  const apply =
    (dimensions: number, count = 1, filterCount = 0) =>
    () => {
      const filterFields = Array.from({ length: filterCount }, (_, i) => `g${i}`);
      let table: GenericSchema[string] = defineTable(v.any());
      for (let i = 0; i < count; i += 1)
        table = table.vectorIndex(`v${i}`, { vectorField: `f${i}`, dimensions, filterFields });
      temporaryDatabase().db.applySchema(schemaText({ foods: table }));
    };

  it("allow 2 to 4096 dimensions", () => {
    expect(apply(2)).not.toThrow();
    expect(apply(4096)).not.toThrow();
  });

  it("refuse 1 dimension and 4097", () => {
    expect(apply(1)).toThrow("Dimensions 1 must be between 2 and 4096.");
    expect(apply(4097)).toThrow("Dimensions 4097 must be between 2 and 4096.");
  });

  it("allow four vector indexes of a table", () => {
    expect(apply(3, 4)).not.toThrow();
  });

  it("refuse a fifth vector index of a table", () => {
    expect(apply(3, 5)).toThrow('Table "foods" cannot have more than 4 vector indexes.');
  });

  it("allow 16 filter fields of a vector index", () => {
    expect(apply(3, 1, 16)).not.toThrow();
  });

  it("refuse 17 filter fields of a vector index", () => {
    expect(apply(3, 1, 17)).toThrow("Search indexes may have up to 16 filter fields.");
  });

  it("require one index for one field and size", () => {
    const { db } = temporaryDatabase();
    const table = (dimensions: number) =>
      defineTable(v.any())
        .vectorIndex("a", { vectorField: "f", dimensions: 3 })
        .vectorIndex("b", { vectorField: "f", dimensions });
    expect(() => db.applySchema(schemaText({ foods: table(4) }))).not.toThrow();
    expect(() => db.applySchema(schemaText({ foods: table(3) }))).toThrow(
      'In table "foods" vector index "a" and vector index "b" have the same `vectorField`.',
    );
  });
});
