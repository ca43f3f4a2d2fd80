/**
 * Errors of the database for its callers. The messages are for the developer of the functions and worded as in
 * Convex; `code` is Convex's short name. Errors with `data` reach a client as a ConvexError.
 */
import type { JsonValue } from "../values/json.js";

export class DatabaseError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly data?: JsonValue,
  ) {
    super(message);
    this.name = "DatabaseError";
  }
}

export const OVER_LIMIT_HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a " +
  "selective index range expressions.";

/** The codes of errors that end a page early instead of failing the query. */
const READ_LIMIT_CODES = new Set(["TooManyDocumentsRead", "TooManyBytesRead", "TooManyReads"]);

export function isReadLimit(error: unknown): boolean {
  return error instanceof DatabaseError && READ_LIMIT_CODES.has(error.code);
}

export function tooManyDocumentsRead(limit: number): DatabaseError {
  return new DatabaseError(
    "TooManyDocumentsRead",
    `Too many documents read in a single function execution (limit: ${limit}). ${OVER_LIMIT_HELP}`,
  );
}

export function tooManyBytesRead(limit: number): DatabaseError {
  return new DatabaseError(
    "TooManyBytesRead",
    `Too many bytes read in a single function execution (limit: ${limit} bytes). ${OVER_LIMIT_HELP}`,
  );
}

export function tooManyReads(limit: number): DatabaseError {
  return new DatabaseError(
    "TooManyReads",
    `Too many reads in a single function execution (limit: ${limit}). ${OVER_LIMIT_HELP}`,
  );
}

export function tooManyWrites(limit: string, what: "writes" | "bytes written"): DatabaseError {
  return new DatabaseError(
    what === "writes" ? "TooManyWrites" : "TooManyBytesWritten",
    `Too many ${what} in a single function execution (limit: ${limit})`,
  );
}

export function tooManyTables(limit: number): DatabaseError {
  return new DatabaseError("TooManyTables", `Number of tables cannot exceed ${limit}.`);
}

export function invalidArgument(call: string, argument: string, problem: string): DatabaseError {
  return new DatabaseError("InvalidArgument", `Invalid argument \`${argument}\` for \`${call}\`: ${problem}`);
}

export function invalidCursor(): DatabaseError {
  return new DatabaseError(
    "InvalidCursor",
    "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a " +
      "different query.",
    { isConvexSystemError: true, paginationError: "InvalidCursor" },
  );
}

export function nonexistentDocument(operation: "Update" | "Replace" | "Delete", id: string): DatabaseError {
  return new DatabaseError("NonexistentDocument", `${operation} on nonexistent document ID ${id}`);
}

/** `name` is `table.index`. */
export function stagedIndex(name: string): DatabaseError {
  return new DatabaseError(
    "IndexStagedError",
    `Index ${name} is currently staged and not available to query until it is enabled.`,
  );
}
