/** What changed between two states of a record, field by field, with the parts of objects side by side. */
import { historyOf } from "./records";
import type { HistoryTable } from "./tables.gen";

type Fields = Readonly<Record<string, unknown>>;

/** A field with what it was and what it became; an absent value is none. */
export interface Difference {
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** Lays a record's values side by side, those within objects under joined names. */
export function flatten(record: Fields, prefix = ""): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (isObject(value)) Object.assign(flat, flatten(value, `${prefix}${name}.`));
    else if (value !== undefined) flat[`${prefix}${name}`] = value;
  }
  return flat;
}

/** Says whether two flat values are the same; lists count by what they hold. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));

/** Lists the fields in which two states of a record differ and that its history keeps. */
export function differencesOf(table: HistoryTable, before: Fields, after: Fields): Difference[] {
  const [old, young] = [flatten(before), flatten(after)];
  return Object.keys(historyOf(table).fields)
    .filter((name) => !isSameValue(old[name], young[name]))
    .map((name) => ({
      name,
      ...(old[name] !== undefined && { before: old[name] }),
      ...(young[name] !== undefined && { after: young[name] }),
    }));
}
