/** Errors of imports for the user of the CLI, with Convex's messages where Convex has the same error. */

/** An error in the data or the request of an import. */
export class ImportError extends Error {}

/** Creates the error for an invalid line of a table. */
export function invalidRow(row: number, table: string, reason: string): ImportError {
  return new ImportError(`Row ${row} of table "${table}" wasn't a valid Convex value: ${reason}`);
}
