/**
 * Converts a stored record to a row of an export. The row has one column for each field, in plain words, with
 * readable amounts, dates and times. Beside each id there is the name of the referenced record. Pure.
 */
import { registrationText, type Registration } from "../dogs/registrations";
import { tidyName } from "./words";

/** The kind of value in a column. */
export type ColumnKind = "registration" | "text" | "money" | "number" | "yes-no" | "instant" | "name" | "id";

export interface Column {
  /** The path of fields to the value, such as `buyer`, `email`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: ColumnKind;
  /** The table that a reference leads to. */
  readonly names?: string;
  /** The field that contains a name without a record. */
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

/** Creates a cell. `nameOf` returns the name of an id; the name is empty if the record was deleted. */
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
      return registrationText(value as Registration); // A dog's list contains registrations.
    case "id":
    case "text":
    case "yes-no":
      return textOf(value);
    default:
      return kind satisfies never;
  }
}

/** Converts a cell to text, with amounts of money in dollars and cents. */
export function cellText(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  return kind === "money" ? cell.toFixed(2) : String(cell);
}
