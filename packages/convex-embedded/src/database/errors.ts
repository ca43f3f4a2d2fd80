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

/** What to do if a function reads too much. */
export const OVER_LIMIT_HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a " +
  "selective index range expressions.";

/** The codes of errors that end a page early instead of failing the query. */
const READ_LIMIT_CODES = new Set(["TooManyDocumentsRead", "TooManyBytesRead", "TooManyReads"]);

/** Returns whether an error means that a function has read too much. */
export function isReadLimit(error: unknown): boolean {
  return error instanceof DatabaseError && READ_LIMIT_CODES.has(error.code);
}

/** Creates the error of a function that has read more documents than allowed. */
export function tooManyDocumentsRead(limit: number): DatabaseError {
  return new DatabaseError(
    "TooManyDocumentsRead",
    `Too many documents read in a single function execution (limit: ${limit}). ${OVER_LIMIT_HELP}`,
  );
}

/** Creates the error of a function that has read more bytes than allowed. */
export function tooManyBytesRead(limit: number): DatabaseError {
  return new DatabaseError(
    "TooManyBytesRead",
    `Too many bytes read in a single function execution (limit: ${limit} bytes). ${OVER_LIMIT_HELP}`,
  );
}

/** Creates the error of a function that has read more index ranges than allowed. */
export function tooManyReads(limit: number): DatabaseError {
  return new DatabaseError(
    "TooManyReads",
    `Too many reads in a single function execution (limit: ${limit}). ${OVER_LIMIT_HELP}`,
  );
}

/** Creates the error for too many documents or bytes written by one function. */
export function tooManyWrites(limit: string, what: "writes" | "bytes written"): DatabaseError {
  return new DatabaseError(
    what === "writes" ? "TooManyWrites" : "TooManyBytesWritten",
    `Too many ${what} in a single function execution (limit: ${limit})`,
  );
}

/** Creates the error for more tables than a deployment may have. */
export function tooManyTables(limit: number): DatabaseError {
  return new DatabaseError("TooManyTables", `Number of tables cannot exceed ${limit}.`);
}

/** Creates the error for an argument of a database call. */
export function invalidArgument(call: string, argument: string, problem: string): DatabaseError {
  return new DatabaseError("InvalidArgument", `Invalid argument \`${argument}\` for \`${call}\`: ${problem}`);
}

/** Creates the error for a cursor that does not belong to this query. */
export function invalidCursor(): DatabaseError {
  return new DatabaseError(
    "InvalidCursor",
    "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a " +
      "different query.",
    { isConvexSystemError: true, paginationError: "InvalidCursor" },
  );
}

/** Creates the error for a write to a missing document. */
export function nonexistentDocument(operation: "Update" | "Replace" | "Delete", id: string): DatabaseError {
  return new DatabaseError("NonexistentDocument", `${operation} on nonexistent document ID ${id}`);
}

/** The error for a query of an index, given as `table.index`, that is still being built. */
export function stagedIndex(name: string): DatabaseError {
  return new DatabaseError(
    "IndexStagedError",
    `Index ${name} is currently staged and not available to query until it is enabled.`,
  );
}
