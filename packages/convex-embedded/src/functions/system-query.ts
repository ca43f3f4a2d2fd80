/**
 * Index reads of system tables by the runtime itself, in the form in which `convex/server` would serialize them.
 * Every read is bounded by its range, and the caller stops the cursor when it has enough.
 */
import type { Database, DocumentText, ReadTransaction, SerializedQuery } from "../database/api.js";

type RangeOperator = "Eq" | "Gt" | "Gte" | "Lt" | "Lte";

/** The value is in Convex's JSON encoding. */
export type RangeBound = readonly [operator: RangeOperator, field: string, value: string | number | null];

export type Stored<T> = T & { readonly _id: string; readonly _creationTime: number };

export function parseDocument<T>(text: DocumentText): Stored<T> {
  // Only the runtime writes system tables, always with values of the declared shape.
  return JSON.parse(text) as Stored<T>;
}

/** Waits until no write batch is open. */
export async function readCommitted<T>(database: Database, job: (tx: ReadTransaction) => T): Promise<T> {
  await database.whenIdle();
  return database.read(job);
}

/** The documents come in ascending order. */
export function* indexRange<T>(
  tx: ReadTransaction,
  index: `${string}.${string}`,
  bounds: readonly RangeBound[],
): Generator<Stored<T>> {
  const range = bounds.map(([type, fieldPath, value]) => ({ type, fieldPath, value }));
  yield* documents<T>(tx, {
    source: { type: "IndexRange", indexName: index, range, order: "asc" },
    operators: [],
  });
}

/** Only for small tables. */
export function* wholeTable<T>(tx: ReadTransaction, tableName: string): Generator<Stored<T>> {
  yield* documents<T>(tx, { source: { type: "FullTableScan", tableName, order: "asc" }, operators: [] });
}

function* documents<T>(tx: ReadTransaction, query: SerializedQuery): Generator<Stored<T>> {
  const cursor = tx.query(query, "system");
  for (let text = cursor.next(); text !== null; text = cursor.next()) yield parseDocument<T>(text);
}
