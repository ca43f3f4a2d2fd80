/** Errors of imports for the user of the CLI, with Convex's messages where Convex has the same error. */

export class ImportError extends Error {}

export function invalidRow(row: number, table: string, reason: string): ImportError {
  return new ImportError(`Row ${row} of table "${table}" wasn't a valid Convex value: ${reason}`);
}
