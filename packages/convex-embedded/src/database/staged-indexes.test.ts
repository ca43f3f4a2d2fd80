/** Tests that staged indexes are built beside other work, and are complete when they are enabled. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import type { Database } from "./api.js";
import {
  bound,
  collect,
  indexQuery,
  parse,
  pluck,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";

const MANY = 1300;

/** A table with an index of each kind. */
function schema(staged: boolean) {
  const notes = defineTable({ text: v.string(), number: v.number(), vector: v.array(v.number()) });
  // The overloads of `defineTable` take a literal, because staged indexes do not exist in the types of queries.
  if (staged) {
    notes
      .index("by_number", { fields: ["number"], staged: true })
      .searchIndex("search_text", { searchField: "text", staged: true })
      .vectorIndex("by_vector", { vectorField: "vector", dimensions: 2, staged: true });
  } else {
    notes
      .index("by_number", { fields: ["number"] })
      .searchIndex("search_text", { searchField: "text" })
      .vectorIndex("by_vector", { vectorField: "vector", dimensions: 2 });
  }
  return schemaText({ notes });
}

const noteOf = (number: number) =>
  JSON.stringify({ text: `word${number % 7} note`, number, vector: [1, number] });

async function addNotes(db: Database, count: number, from = 0): Promise<string[]> {
  const { value } = await db.write((tx) =>
    Array.from({ length: count }, (_, i) => tx.insert("notes", noteOf(from + i))),
  );
  return value;
}

const byNumber = (number: number) => indexQuery("notes.by_number", [bound("Eq", "number", number)]);
const search = (text: string) => ({
  source: {
    type: "Search",
    indexName: "notes.search_text",
    filters: [{ type: "Search", fieldPath: "text", value: text }],
  },
  operators: [],
});
const nearest = (limit: number) => ({
  indexName: "notes.by_vector",
  vector: [1, 0],
  limit,
  expressions: null,
});

const whenFilled = (db: Database) =>
  vi.waitFor(() => expect(db.unfilledIndexes()).toEqual([]), { timeout: 20_000 });

/** Checks that every index finds the same documents as a scan of the table. */
async function expectComplete(db: Database): Promise<void> {
  await db.whenIdle();
  db.read((tx) => {
    const all = collect(tx, scan("notes")).map((text) => parse(text));
    const ordered = collect(tx, indexQuery("notes.by_number", []));
    const numbers = all.map(({ number }) => Number(number)).sort((a, b) => a - b);
    expect(pluck(ordered, "number")).toEqual(numbers);
    for (const word of ["word0", "word6", "changed"]) {
      const having = all.filter(({ text }) => String(text).startsWith(word)).length;
      const found = tx.query({ ...search(word), operators: [{ limit: 1000 }] });
      let count = 0;
      while (found.next() !== null) count += 1;
      expect(count).toBe(having);
    }
    const best = tx.vectorSearch(nearest(5)).map(({ _id }) => parse(tx.get(_id)).number);
    expect(best).toEqual(numbers.slice(0, 5));
  });
}

describe("a staged index", () => {
  it("is refused by name for every caller and kind of index, until it is enabled", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema(true));
    await addNotes(db, 3);
    const refusal = (name: string) =>
      `Index notes.${name} is currently staged and not available to query until it is enabled.`;
    await db.whenIdle();
    expect(() => db.read((tx) => tx.query(byNumber(1)))).toThrow(refusal("by_number"));
    expect(() => db.read((tx) => tx.query(search("note")))).toThrow(refusal("search_text"));
    expect(() => db.read((tx) => tx.vectorSearch(nearest(1)))).toThrow(refusal("by_vector"));
    db.applySchema(schema(false));
    await expectComplete(db);
  });

  it("gets the existing documents in steps, while they are being changed", async () => {
    const { db } = temporaryDatabase();
    const ids = await addNotes(db, MANY);
    db.applySchema(schema(true));
    expect([...db.unfilledIndexes()].sort()).toEqual([
      "notes.by_number",
      "notes.by_vector",
      "notes.search_text",
    ]);
    let writes = 0;
    while (db.unfilledIndexes().length > 0) {
      const [changed, removed] = [ids[(writes * 37) % MANY] ?? "", ids[(writes * 37 + 20) % MANY] ?? ""];
      await db.write((tx) => {
        if (tx.get(changed) !== null)
          tx.patch(changed, '{"text":"changed note","number":-1,"vector":[1,9000]}');
        if (tx.get(removed) !== null) tx.delete(removed);
        tx.insert("notes", noteOf(MANY + writes));
      });
      writes += 1;
    }
    expect(writes).toBeGreaterThan(3);
    db.applySchema(schema(false));
    await db.whenIdle();
    const changed = db.read((tx) => collect(tx, byNumber(-1)));
    await db.write((tx) => {
      for (const text of changed) tx.patch(String(parse(text)._id), '{"number":9000}');
    });
    await expectComplete(db);
  });

  it("gets the remaining documents immediately when it is enabled early", async () => {
    const { db } = temporaryDatabase();
    await addNotes(db, MANY);
    db.applySchema(schema(true));
    expect(db.unfilledIndexes()).toHaveLength(3);
    db.applySchema(schema(false));
    expect(db.unfilledIndexes()).toEqual([]);
    await expectComplete(db);
  });

  it("continues at the same position after a restart", async () => {
    const store = temporaryDatabase();
    await addNotes(store.db, MANY);
    store.db.applySchema(schema(true));
    await addNotes(store.db, 1, MANY);
    await store.reopen();
    expect(store.db.unfilledIndexes().length).toBeGreaterThan(0);
    await whenFilled(store.db);
    await store.reopen();
    expect(store.db.unfilledIndexes()).toEqual([]);
    expect(() => store.db.read((tx) => tx.query(byNumber(1)))).toThrow("is currently staged");
    store.db.applySchema(schema(false));
    await expectComplete(store.db);
  });

  it("stays complete and is not built again when it was enabled before", async () => {
    const { db } = temporaryDatabase();
    db.applySchema(schema(false));
    await addNotes(db, 20);
    db.applySchema(schema(true));
    expect(db.unfilledIndexes()).toEqual([]);
    expect(() => db.read((tx) => tx.query(byNumber(1)))).toThrow("is currently staged");
    await addNotes(db, 20, 20);
    db.applySchema(schema(false));
    await expectComplete(db);
  });

  it("leaves nothing behind when it is removed while it is built", async () => {
    const { db } = temporaryDatabase();
    await addNotes(db, MANY);
    db.applySchema(schema(true));
    const notes = defineTable({ text: v.string(), number: v.number(), vector: v.array(v.number()) });
    db.applySchema(schemaText({ notes }));
    expect(db.unfilledIndexes()).toEqual([]);
    await addNotes(db, 1, MANY);
    expect(() => db.read((tx) => tx.query(byNumber(1)))).toThrow("Index notes.by_number not found.");
    db.applySchema(schema(false));
    await expectComplete(db);
  });

  it("counts as an index, and cannot share a name with another", () => {
    const { db } = temporaryDatabase();
    const staged = (count: number) => {
      const table = defineTable(v.any()).index("enabled", ["e"]);
      for (let i = 0; i < count; i += 1) table.index(`s${i}`, { fields: [`f${i}`], staged: true });
      return () => db.applySchema(schemaText({ notes: table }));
    };
    expect(staged(31)).not.toThrow();
    expect(staged(32)).toThrow('Table "notes" cannot have more than 32 indexes.');
    const twice = defineTable(v.any())
      .index("a", ["a"])
      .index("a", { fields: ["b"], staged: true });
    expect(() => db.applySchema(schemaText({ notes: twice }))).toThrow(
      'Table "notes" has two or more definitions of index "a".',
    );
  });
});
