/**
 * Checks a stored row by its description, with the same shapes of fields as the form and REST, so that rows from a
 * backup satisfy the same rules. Returns messages by field. The name of a field within a group contains a dot.
 */
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../text/rules";
import type { FieldErrors } from "../errors";
import type { Field, Fields } from "./fields";

type Row = Readonly<Record<string, unknown>>;

const partsOf = (value: unknown): Row | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/** The table's validator checks whether fields are missing. */
export function checkRow(fields: Fields, row: Row, prefix = ""): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = row[name];
    if (value === undefined) continue;
    if (field.type === "group") {
      Object.assign(errors, checkRow(field.fields, partsOf(value) ?? {}, `${prefix}${name}.`));
      continue;
    }
    const result = field.schema.safeParse(value);
    if (!result.success) errors[`${prefix}${name}`] = result.error.issues[0]?.message ?? "";
    else if (result.data === null && field.presence === "required") {
      errors[`${prefix}${name}`] = `${field.label} is required`;
    }
  }
  return errors;
}

/** Text is trimmed, a list is in order, and an empty text becomes undefined. */
function tidyValue(field: Field, value: unknown): unknown {
  if (field.type === "group") return tidyRow(field.fields, partsOf(value) ?? {});
  const result = field.schema.safeParse(value);
  return result.success ? (result.data ?? undefined) : value;
}

/** Invalid values stay unchanged. */
export const tidyRow = (fields: Fields, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const field = fields[name];
      const tidy = field ? tidyValue(field, value) : value;
      return tidy === undefined ? [] : [[name, tidy] as const];
    }),
  );

/** Never splits a surrogate pair. Returns undefined if the text has another error than its length. */
export function shortened(field: Field, value: unknown): string | undefined {
  if (typeof value !== "string" || (field.type !== "text" && field.type !== "notes")) return undefined;
  const most = field.type === "text" ? SHORT_TEXT_MAX : LONG_TEXT_MAX;
  const text = value.trim();
  if (text.length <= most) return undefined;
  const short = text
    .slice(0, most)
    .replace(/\p{Cs}/gu, "")
    .trim();
  return field.schema.safeParse(short).success ? short : undefined;
}
