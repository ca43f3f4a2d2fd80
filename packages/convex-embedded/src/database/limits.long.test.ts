/**
 * Tests that every limit of a transaction or a schema is exact: the last allowed amount is accepted, and the next
 * one fails with the name of the limit.
 */
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

/** In bytes as Convex counts them. */
function documentOf(bytes: number): string {
  const overhead = 2 + 2 + 2;
  return JSON.stringify({ a: "x".repeat(bytes - overhead) });
}

const MEBIBYTE = 1 << 20;

async function insertMany(db: Database, count: number, document = "{}"): Promise<string[]> {
  const { value } = await db.write((tx) => Array.from({ length: count }, () => tx.insert("items", document)));
  return value;
}

interface TransactionLimit {
  readonly name: string;
  readonly limit: number;
  readonly error: string;
  readonly use: (db: Database, amount: number) => unknown;
}

const everything = (db: Database) => db.read((tx) => collect(tx, scan("items")));

const limits: TransactionLimit[] = [
  {
    name: "16,000 documents written",
    limit: MAX_DOCUMENTS_WRITTEN,
    error: "Too many writes in a single function execution (limit: 16000)",
    use: insertMany,
  },
  {
    name: "16 MiB written",
    limit: MAX_BYTES_WRITTEN,
    error: "Too many bytes written in a single function execution (limit: 16 MiB)",
    use: (db, bytes) =>
      db.write((tx) => {
        let rest = bytes;
        for (; rest > MEBIBYTE; rest -= MEBIBYTE / 2) tx.insert("items", documentOf(MEBIBYTE / 2));
        tx.insert("items", documentOf(rest));
      }),
  },
  {
    name: "32,000 documents read",
    limit: MAX_DOCUMENTS_READ,
    error:
      "Too many documents read in a single function execution (limit: 32000). Consider using smaller limits",
    use: async (db, count) => {
      await insertMany(db, MAX_DOCUMENTS_READ / 2);
      await insertMany(db, count - MAX_DOCUMENTS_READ / 2 - 1);
      await insertMany(db, 1);
      return everything(db);
    },
  },
  {
    name: "16 MiB read",
    limit: MAX_BYTES_READ,
    error: "Too many bytes read in a single function execution (limit: 16777216 bytes)",
    use: async (db, bytes) => {
      const most = MAX_BYTES_READ / MEBIBYTE - 1;
      await insertMany(db, most, documentOf(MEBIBYTE));
      const rest = bytes - most * MEBIBYTE;
      await insertMany(db, 1, documentOf(rest - MEBIBYTE / 2));
      await insertMany(db, 1, documentOf(MEBIBYTE / 2));
      return everything(db);
    },
  },
  {
    name: "4096 index ranges read",
    limit: MAX_RANGES_READ,
    error: "Too many reads in a single function execution (limit: 4096)",
    use: (db, count) =>
      db.read((tx) => {
        for (let i = 0; i < count; i += 1) {
          collect(tx, indexQuery("items.by_creation_time", [bound("Eq", "_creationTime", i)]));
        }
      }),
  },
  {
    name: "256 operators of a query",
    limit: MAX_OPERATORS,
    error: "Can't construct query with more than 256 operators",
    use: (db, count) => {
      const operators = Array.from({ length: count }, () => ({ limit: 1 }));
      return db.read((tx) => collect(tx, scan("items", null, operators)));
    },
  },
  {
    name: "10,000 tables of a schema",
    limit: MAX_TABLES,
    error: "Number of tables cannot exceed 10000.",
    use: (db, count) => {
      const names = Array.from({ length: count }, (_, i) => `t${i}`);
      db.checkSchema(schemaText(Object.fromEntries(names.map((name) => [name, defineTable({})]))));
    },
  },
  {
    name: "10,000 tables written to",
    limit: MAX_TABLES,
    error: "Number of tables cannot exceed 10000.",
    use: (db, count) =>
      db.write((tx) => {
        for (let i = 0; i < count; i += 1) tx.insert(`t${i}`, "{}");
      }),
  },
  {
    name: "32 indexes of a table",
    limit: MAX_INDEXES,
    error: 'Table "t" cannot have more than 32 indexes.',
    use: (db, count) => applyIndexes(db, { count }),
  },
  {
    name: "16 fields of an index",
    limit: MAX_INDEX_FIELDS,
    error: "Indexes may have a maximum of 16 fields.",
    use: (db, fieldCount) => applyIndexes(db, { fieldCount }),
  },
  {
    name: "64 characters of an index's name",
    limit: 64,
    error: "Identifiers must be 64 characters or less",
    use: (db, nameLength) => applyIndexes(db, { nameLength }),
  },
  {
    name: "64 characters of a table's name",
    limit: 64,
    error: "Invalid table name",
    use: (db, length) => db.applySchema(schemaText({ ["t".repeat(length)]: defineTable({}) })),
  },
];

function applyIndexes(db: Database, { count = 1, fieldCount = 1, nameLength = 8 }): void {
  const fields = Array.from({ length: fieldCount - 1 }, (_, i) => `f${i}`);
  let table = defineTable(v.any());
  for (let i = 0; i < count; i += 1) {
    const name = `i${i}_`.padEnd(nameLength, "x");
    table = table.index(name, [`g${i}`, ...fields] as [string]) as typeof table;
  }
  db.applySchema(schemaText({ t: table }));
}

describe.each(limits)("$name", ({ limit, error, use }) => {
  it("are accepted", async () => {
    await use(temporaryDatabase().db, limit);
  }, 30_000);

  it("are the maximum", async () => {
    const { db } = temporaryDatabase();
    await expect((async () => use(db, limit + 1))()).rejects.toThrow(error);
  }, 30_000);
});

describe("the counts", () => {
  it("include documents that a filter drops", async () => {
    const { db } = temporaryDatabase();
    await insertMany(db, MAX_DOCUMENTS_READ / 2);
    await insertMany(db, MAX_DOCUMENTS_READ / 2);
    await insertMany(db, 1);
    const none = scan("items", null, [{ filter: { $eq: [{ $field: "a" }, { $literal: 1 }] } }]);
    expect(() => db.read((tx) => collect(tx, none))).toThrow("Too many documents read");
  });

  it("are one range for adjacent points, and several for separate points", async () => {
    const { db } = temporaryDatabase();
    const ids = (await insertMany(db, 2 * MAX_RANGES_READ + 1)).sort();
    const apart = ids.filter((_, i) => i % 2 === 0);
    const read = (count: number) => db.read((tx) => apart.slice(0, count).forEach((id) => tx.get(id)));
    read(MAX_RANGES_READ);
    expect(() => read(MAX_RANGES_READ + 1)).toThrow("Too many reads in a single function execution");
  });

  it("include tables of earlier transactions, each once", async () => {
    const { db } = temporaryDatabase();
    await db.write((tx) => {
      for (let i = 0; i < MAX_TABLES; i += 1) tx.insert(`t${i}`, "{}");
    });
    await db.write((tx) => tx.insert("t0", "{}"));
    await expect(db.write((tx) => tx.insert("oneMore", "{}"))).rejects.toThrow(
      "Number of tables cannot exceed 10000.",
    );
  }, 30_000);
});
