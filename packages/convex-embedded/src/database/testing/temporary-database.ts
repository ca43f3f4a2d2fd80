/** Opens a database for tests in a separate folder that is removed after the test, and queries it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineSchema } from "convex/server";
import type { GenericSchema } from "convex/server";
import { onTestFinished } from "vitest";
import type { JsonObject, JsonValue } from "../../values/json.js";
import type { Database, DocumentText, ReadTransaction, SerializedQuery } from "../api.js";
import { openDatabase } from "../database.js";
import type { DatabaseOptions } from "../database.js";
import type { RangeExpression } from "../index-range.js";

export interface TemporaryDatabase {
  readonly db: Database;
  readonly path: string;
  reopen(): Promise<void>;
}

/** The database is closed and removed when the running test ends. */
export function temporaryDatabase(options: Omit<DatabaseOptions, "path"> = {}): TemporaryDatabase {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  const path = join(folder, "data.sqlite");
  let db = openDatabase({ path, ...options });
  onTestFinished(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get db() {
      return db;
    },
    path,
    async reopen() {
      await db.close();
      db = openDatabase({ path, ...options });
    },
  };
}

export function schemaText(tables: GenericSchema, options?: { schemaValidation: boolean }): string {
  // `export` is internal to convex/server. Its JSON is what a backend receives.
  const schema = defineSchema(tables, options) as unknown as { export(): string };
  return schema.export();
}

export function scan(tableName: string, order: "asc" | "desc" | null = null, operators: JsonValue[] = []) {
  return { source: { type: "FullTableScan", tableName, order }, operators } satisfies SerializedQuery;
}

export function indexQuery(
  indexName: string,
  range: readonly RangeExpression[],
  order: "asc" | "desc" | null = null,
  operators: JsonValue[] = [],
) {
  return { source: { type: "IndexRange", indexName, range, order }, operators } satisfies SerializedQuery;
}

export function bound(type: RangeExpression["type"], fieldPath: string, value: JsonValue): RangeExpression {
  return { type, fieldPath, value };
}

export function collect(
  tx: ReadTransaction,
  query: SerializedQuery,
  space?: "user" | "system",
): DocumentText[] {
  const cursor = tx.query(query, space);
  const documents: DocumentText[] = [];
  for (let next = cursor.next(); next !== null; next = cursor.next()) documents.push(next);
  return documents;
}

export function parse(text: DocumentText | null): JsonObject {
  if (text === null) throw new Error("There is no such document.");
  // The database guarantees that documents are objects.
  return JSON.parse(text) as JsonObject;
}

export function pluck(documents: readonly DocumentText[], field: string): (JsonValue | undefined)[] {
  return documents.map((document) => parse(document)[field]);
}
