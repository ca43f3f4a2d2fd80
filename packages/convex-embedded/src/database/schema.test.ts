/** Tests that a schema is applied completely or not at all. */
import { defineTable } from "convex/server";
import type { GenericSchema } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import type { Database } from "./api.js";
import {
  bound,
  collect,
  indexQuery,
  pluck,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";

const named = { people: defineTable({ name: v.string() }).index("by_name", ["name"]) };

function insertPeople(db: Database, ...names: unknown[]) {
  return db.write((tx) => names.map((name) => tx.insert("people", JSON.stringify({ name }))));
}

function find(db: Database, index: string, value: string) {
  return db.read((tx) =>
    pluck(collect(tx, indexQuery(`people.${index}`, [bound("Eq", "name", value)])), "name"),
  );
}

describe("applying a schema", () => {
  it("fills a new index with the existing documents", async () => {
    const { db } = temporaryDatabase();
    await insertPeople(db, "b", "a", "b");
    db.applySchema(schemaText(named));
    expect(find(db, "by_name", "b")).toEqual(["b", "b"]);
    await insertPeople(db, "b");
    expect(find(db, "by_name", "b")).toHaveLength(3);
  });

  it("fills an index with more documents than one step reads", async () => {
    const { db } = temporaryDatabase();
    await insertPeople(db, ...Array.from({ length: 1300 }, (_, i) => `n${i % 3}`));
    db.applySchema(schemaText(named));
    expect(find(db, "by_name", "n1")).toHaveLength(433);
  });

  it("drops an index that was removed and refills one whose fields changed", async () => {
    const store = temporaryDatabase();
    store.db.applySchema(schemaText(named));
    await insertPeople(store.db, "a");
    const people = defineTable({ name: v.string(), age: v.optional(v.number()) });
    store.db.applySchema(schemaText({ people: people.index("by_age", ["age"]) }));
    expect(() => find(store.db, "by_name", "a")).toThrow("Index people.by_name not found.");
    store.db.applySchema(schemaText({ people: people.index("by_name", ["age", "name"]) }));
    await store.reopen();
    const undefinedAge = bound("Eq", "age", { $undefined: null });
    const query = indexQuery("people.by_name", [undefinedAge, bound("Eq", "name", "a")]);
    expect(store.db.read((tx) => collect(tx, query))).toHaveLength(1);
  });

  it("refuses a schema that a stored document does not match, and keeps the old schema", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schemaText({ people: defineTable({ name: v.any() }).index("by_name", ["name"]) }));
    const { value: ids } = await insertPeople(db, "a", 5);
    expect(() => db.applySchema(schemaText({ people: defineTable({ name: v.string() }) }))).toThrow(
      `Document with ID "${ids[1]}" in table "people" does not match the schema: Value does not match ` +
        "validator.\nPath: .name\nValue: 5.0\nValidator: v.string()",
    );
    expect(find(db, "by_name", "a")).toEqual(["a"]);
    await insertPeople(db, 6);
  });

  it("refuses a validator that is newer than this runtime, with the validator's name", () => {
    const { db } = temporaryDatabase();
    const text = schemaText({ people: defineTable({ name: v.array(v.string()) }) });
    const newer = text.replace('"string"', '"colour"');
    expect(() => db.applySchema(newer)).toThrow('Table "people" has a validator of type "colour"');
  });

  it("checks stored documents against a staged validator, reports the first ten, and refuses nothing", async () => {
    const notices: string[] = [];
    const { db } = temporaryDatabase({ onNotice: (notice) => notices.push(notice) });
    const people = () => defineTable({ name: v.union(v.string(), v.number()) });
    const staged = schemaText({ people: people().staged({ name: v.string() }) });
    db.applySchema(schemaText({ people: people() }));
    const names = Array.from({ length: 1300 }, (_, i) => (i % 100 === 0 ? i : `n${i}`));
    const { value: ids } = await insertPeople(db, ...names);
    db.applySchema(staged);
    await vi.waitFor(() => expect(notices).toHaveLength(11), { timeout: 20_000 });
    const misfits = ids.filter((_, i) => i % 100 === 0);
    const named = notices
      .slice(0, 10)
      .map((notice) => /Document with ID "(\w+)" in table "people"/.exec(notice)?.[1]);
    expect(new Set(named).size).toBe(10);
    for (const id of named) expect(misfits).toContain(id);
    expect(notices[0]).toMatch(
      /does not match the staged validator: Value does not match validator\.\nPath: \.name\n/,
    );
    expect(notices[10]).toBe('Staged validator of table "people": 13 of 1300 documents do not match.');
    await insertPeople(db, 5);
    await expect(insertPeople(db, true)).rejects.toThrow("does not match the schema");
  });

  it("has a lasting effect: the schema applies after a restart, before it is pushed again", async () => {
    const store = temporaryDatabase();
    store.db.applySchema(schemaText(named));
    await store.reopen();
    await expect(insertPeople(store.db, 5)).rejects.toThrow("does not match the schema");
    await insertPeople(store.db, "a");
    expect(find(store.db, "by_name", "a")).toEqual(["a"]);
  });

  it("checks every write, and a refused write leaves nothing behind", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schemaText(named));
    await expect(insertPeople(db, "a", 5)).rejects.toThrow(
      'Failed to insert or update a document in table "people" because it does not match the schema: ' +
        "Value does not match validator.\nPath: .name\nValue: 5.0\nValidator: v.string()",
    );
    const { value: ids } = await insertPeople(db, "a");
    const id = ids[0] ?? "";
    await expect(db.write((tx) => tx.patch(id, '{"name":{"$undefined":null}}'))).rejects.toThrow(
      "Object is missing the required field `name`.",
    );
    await expect(db.write((tx) => tx.replace(id, '{"name":"b","x":1}'))).rejects.toThrow(
      "Object contains extra field `x` that is not in the validator.",
    );
    expect(db.read((tx) => pluck(collect(tx, scan("people")), "name"))).toEqual(["a"]);
  });

  it("checks nothing when validation is turned off or there is no schema", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schemaText(named, { schemaValidation: false }));
    await insertPeople(db, 5);
    db.applySchema(null);
    await insertPeople(db, null);
    expect(db.read((tx) => tx.count("people"))).toBe(2);
  });

  it("checks ids by the table inside them", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schemaText({ ...named, posts: defineTable({ by: v.id("people") }) }));
    const { value: ids } = await insertPeople(db, "a");
    const { value: post } = await db.write((tx) => tx.insert("posts", JSON.stringify({ by: ids[0] ?? "" })));
    await expect(db.write((tx) => tx.patch(post, JSON.stringify({ by: post })))).rejects.toThrow(
      `Found ID "${post}" from table \`posts\`, which does not match the table name in validator ` +
        '`v.id("people")`.Path: .by',
    );
  });
});

describe("refused schemas", () => {
  const anything = defineTable(v.any());
  const table: readonly (readonly [string, GenericSchema, string])[] = [
    [
      "a field that does not exist",
      { t: defineTable({ a: v.string() }).index("by_b", ["b" as "a"]) },
      'references the field "b" that does not exist',
    ],
    [
      "a step into a string",
      { t: defineTable({ a: v.string() }).index("by_b", ["a.b" as "a"]) },
      'references the field "a.b" that does not exist',
    ],
    [
      "a reserved name",
      { t: anything.index("by_id", ["a"]) },
      'cannot name an index "by_id" because the name is reserved',
    ],
    [
      "equal fields",
      { t: defineTable(v.any()).index("x", ["a"]).index("y", ["a"]) },
      'index "x" and index "y" have the same fields',
    ],
    [
      "no fields",
      { t: defineTable(v.any()).index("x", [] as unknown as [string]) },
      "must have at least one field",
    ],
    ["_id as a field", { t: defineTable(v.any()).index("x", ["_id"]) }, "`_id` is not a valid index field"],
    [
      "_creationTime as a field",
      { t: defineTable(v.any()).index("x", ["_creationTime"]) },
      "automatically added to the end of each index",
    ],
    ["a field twice", { t: defineTable(v.any()).index("x", ["a", "a"]) }, 'Duplicate field "a".'],
    [
      "a document that is not an object",
      { t: defineTable(v.string() as never) },
      "must be an object, a union of objects, or `v.any()`",
    ],
  ];

  it.each(table)("because of %s", (_, tables, message) => {
    const { db } = temporaryDatabase();
    expect(() => db.applySchema(schemaText(tables))).toThrow(message);
  });

  it("because the value is not a schema", () => {
    const { db } = temporaryDatabase();
    expect(() => db.applySchema("[]")).toThrow("Default export from schema file isn't a Convex schema.");
  });
});
