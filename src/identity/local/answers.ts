/** Reading the fields of an answer whose shape is not known yet. */

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a text, or null when there is none under that name. */
export function textOf(record: Record<string, unknown>, name: string): string | null {
  const value = record[name];
  return typeof value === "string" ? value : null;
}

/** Reads a text that may be missing (null); undefined when something else stands there. */
export function optionalTextOf(record: Record<string, unknown>, name: string): string | null | undefined {
  const value = record[name];
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : undefined;
}
