/** Every limit of a transaction or a schema is exact: the last that is allowed passes, the next fails by name. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import type { Database } from "./api.js";
import {
  MAX_BYTES_READ,
  MAX_BYTES_WRITTEN,
  MAX_DOCUMENTS_READ,
  MAX_DOCUMENTS_WRITTEN,
  MAX_INDEX_FIELDS,
  MAX_INDEXES,
  MAX_OPERATORS,
  MAX_RANGES_READ,
  MAX_TABLES,
} from "./limits.js";
import {
  bound,
  collect,
  indexQuery,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";

/** A document of exactly so many bytes as Convex counts them. */
function documentOf(bytes: number): string {
  const overhead = 2 + 2 + 2;
  return JSON.stringify({ a: "x".repeat(bytes - overhead) });
}

const MEBIBYTE = 1 << 20;

async function insertMany(db: Database, count: number, document = "{}"): Promise<string[]> {
  const { value } = await db.write((tx) => Array.from({ length: count }, () => tx.insert("items", document)));
  return value;
}

describe("one transaction", () => {
  it("writes 16,000 documents", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, MAX_DOCUMENTS_WRITTEN);
    await expect(insertMany(db, MAX_DOCUMENTS_WRITTEN + 1)).rejects.toThrow(
      "Too many writes in a single function execution (limit: 16000)",
    );
  });

  it("writes 16 MiB", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, MAX_BYTES_WRITTEN / MEBIBYTE, documentOf(MEBIBYTE));
    const oneMore = db.write((tx) => {
      for (let i = 0; i < MAX_BYTES_WRITTEN / MEBIBYTE; i += 1) tx.insert("items", documentOf(MEBIBYTE));
      tx.insert("items", documentOf(6));
    });
    await expect(oneMore).rejects.toThrow(
      "Too many bytes written in a single function execution (limit: 16 MiB)",
    );
  });

  it("reads 32,000 documents", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, MAX_DOCUMENTS_READ / 2);
    await insertMany(db, MAX_DOCUMENTS_READ / 2);
    expect(db.read((tx) => collect(tx, scan("items")))).toHaveLength(MAX_DOCUMENTS_READ);
    await insertMany(db, 1);
    expect(() => db.read((tx) => collect(tx, scan("items")))).toThrow(
      "Too many documents read in a single function execution (limit: 32000). Consider using smaller limits",
    );
  });

  it("counts what a filter drops as read", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, MAX_DOCUMENTS_READ / 2);
    await insertMany(db, MAX_DOCUMENTS_READ / 2);
    await insertMany(db, 1);
    const none = scan("items", null, [{ filter: { $eq: [{ $field: "a" }, { $literal: 1 }] } }]);
    expect(() => db.read((tx) => collect(tx, none))).toThrow("Too many documents read");
  });

  it("reads 16 MiB", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, MAX_BYTES_READ / MEBIBYTE, documentOf(MEBIBYTE));
    expect(db.read((tx) => collect(tx, scan("items")))).toHaveLength(16);
    await insertMany(db, 1, documentOf(6));
    expect(() => db.read((tx) => collect(tx, scan("items")))).toThrow(
      "Too many bytes read in a single function execution (limit: 16777216 bytes)",
    );
  });

  it("reads 4096 ranges, points next to one another being one", async () => {
    const { db } = temporaryDatabase();
    const ids = await insertMany(db, 2 * MAX_RANGES_READ + 1);
    const apart = [...ids].sort().filter((_, i) => i % 2 === 0);
    const read = (count: number) => db.read((tx) => apart.slice(0, count).forEach((id) => tx.get(id)));
    read(MAX_RANGES_READ);
    expect(() => read(MAX_RANGES_READ + 1)).toThrow(
      "Too many reads in a single function execution (limit: 4096)",
    );
  });

  it("counts each query as a range", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, 1);
    const read = (count: number) =>
      db.read((tx) => {
        for (let i = 0; i < count; i += 1) {
          collect(tx, indexQuery("items.by_creation_time", [bound("Eq", "_creationTime", i)]));
        }
      });
    read(MAX_RANGES_READ);
    expect(() => read(MAX_RANGES_READ + 1)).toThrow(
      "Too many reads in a single function execution (limit: 4096)",
    );
  });

  it("chains 256 operators in a query", () => {
    const { db } = temporaryDatabase();
    const chain = (count: number) =>
      db.read((tx) =>
        collect(
          tx,
          scan(
            "items",
            null,
            Array.from({ length: count }, () => ({ limit: 1 })),
          ),
        ),
      );
    expect(chain(MAX_OPERATORS)).toEqual([]);
    expect(() => chain(MAX_OPERATORS + 1)).toThrow("Can't construct query with more than 256 operators");
  });
});

describe("a deployment", () => {
  it("has 10,000 tables", async () => {
    const { db } = temporaryDatabase();
    await db.write((tx) => {
      for (let i = 0; i < MAX_TABLES; i += 1) tx.insert(`t${i}`, "{}");
    });
    await expect(db.write((tx) => tx.insert("oneMore", "{}"))).rejects.toThrow(
      "Number of tables cannot exceed 10000.",
    );
    await db.write((tx) => tx.insert("t0", "{}"));
  }, 30_000);

  it("takes a schema of 10,000 tables", () => {
    const { db } = temporaryDatabase();
    const tables = Object.fromEntries(
      Array.from({ length: MAX_TABLES + 1 }, (_, i) => [`t${i}`, defineTable({})]),
    );
    expect(() => db.applySchema(schemaText(tables))).toThrow("Number of tables cannot exceed 10000.");
  });

  it("has 32 indexes on a table, of 16 fields each, with names of 64 characters", () => {
    const fields = Array.from({ length: MAX_INDEX_FIELDS + 1 }, (_, i) => `f${i}`);
    const apply = (indexes: number, fieldCount: number, nameLength: number) => {
      let table = defineTable(v.any());
      for (let i = 0; i < indexes; i += 1) {
        const name = `i${i}_`.padEnd(nameLength, "x");
        table = table.index(name, [`g${i}`, ...fields.slice(0, fieldCount - 1)] as [string]) as typeof table;
      }
      temporaryDatabase().db.applySchema(schemaText({ t: table }));
    };
    apply(MAX_INDEXES, MAX_INDEX_FIELDS, 64);
    expect(() => apply(MAX_INDEXES + 1, 1, 8)).toThrow('Table "t" cannot have more than 32 indexes.');
    expect(() => apply(1, MAX_INDEX_FIELDS + 1, 8)).toThrow("Indexes may have a maximum of 16 fields.");
    expect(() => apply(1, 1, 65)).toThrow("Identifiers must be 64 characters or less");
  });

  it("has table names of 64 characters", () => {
    const { db } = temporaryDatabase();
    db.applySchema(schemaText({ ["t".repeat(64)]: defineTable({}) }));
    expect(() => db.applySchema(schemaText({ ["t".repeat(65)]: defineTable({}) }))).toThrow(
      "Invalid table name",
    );
  });
});
