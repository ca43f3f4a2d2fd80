/**
 * Converts a stored record to a row of an export: one column for each field, in plain words, with readable amounts,
 * dates and times, and the name of a referenced record beside its id. Pure.
 */
import { registrationText, type Registration } from "../dogs/registrations";
import { tidyName } from "./words";

/** What a column contains. */
export type ColumnKind = "registration" | "text" | "money" | "number" | "yes-no" | "instant" | "name" | "id";

export interface Column {
  /** The path of fields to the value, such as `buyer`, `email`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: ColumnKind;
  /** The table to which a reference leads. */
  readonly names?: string;
  /** The field with the name of something that has no record. */
  readonly nameField?: string;
}

export type Cell = string | number | null;

const CENTS_PER_DOLLAR = 100;

/** Returns the value at a path of a record. */
export const valueAt = (record: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, field) => (typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined),
    record,
  );

/** Formats a value that is not a single text: a list entry by entry, an object field by field. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([field, part]) => `${tidyName(field)}: ${textOf(part)}`)
      .join("; ");
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Makes a cell; `nameOf` returns the name of an id, empty if its record was deleted. */
export function cellOf(
  record: unknown,
  { path, kind, nameField }: Column,
  nameOf: (id: string) => string,
): Cell {
  const value = valueAt(record, path);
  if (value === undefined && nameField !== undefined) return textOf(valueAt(record, [nameField])) || null;
  if (value === undefined || value === null) return null;
  switch (kind) {
    case "money":
      return typeof value === "number" ? value / CENTS_PER_DOLLAR : null;
    case "number":
      return typeof value === "number" ? value : textOf(value);
    case "instant":
      return typeof value === "number" ? new Date(value).toISOString().slice(0, 19).replace("T", " ") : null;
    case "name":
      return typeof value === "string" ? nameOf(value) : null;
    case "registration":
      return registrationText(value as Registration); // a dog's list contains registrations
    case "id":
    case "text":
    case "yes-no":
      return textOf(value);
    default:
      return kind satisfies never;
  }
}

/** Writes a cell as text; money has its cents. */
export function cellText(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  return kind === "money" ? cell.toFixed(2) : String(cell);
}
