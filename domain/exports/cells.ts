/**
 * Converts a stored record to a row of an export: one column for each field, in plain words. Beside each id there
 * is the name of the referenced record.
 */
import { registrationText, type Registration } from "../dogs/registrations";
import { tidyName } from "./words";

export type ColumnKind = "registration" | "text" | "money" | "number" | "yes-no" | "instant" | "name" | "id";

export interface Column {
  /** For example `buyer`, `email`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: ColumnKind;
  readonly names?: string;
  /** The field with the name of something that has no record. */
  readonly nameField?: string;
}

export type Cell = string | number | null;

const CENTS_PER_DOLLAR = 100;

export const valueAt = (record: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, field) => (typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined),
    record,
  );

/** A list is formatted entry by entry, an object field by field. */
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

/** `nameOf` returns the name of an id; it is empty if the record was deleted. */
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
      return registrationText(value as Registration);
    case "id":
    case "text":
    case "yes-no":
      return textOf(value);
    default:
      return kind satisfies never;
  }
}

/** Amounts of money are in dollars and cents. */
export function cellText(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  return kind === "money" ? cell.toFixed(2) : String(cell);
}
