/** Errors of imports towards whoever runs the CLI, in Convex's words where it has some. */

/** What is wrong with the data or the request of an import. */
export class ImportError extends Error {}

/** Makes the error for a line of a table that cannot be taken. */
export function invalidRow(row: number, table: string, reason: string): ImportError {
  return new ImportError(`Row ${row} of table "${table}" wasn't a valid Convex value: ${reason}`);
}
