/** The differences between two states of a record. */
import { historyOf } from "./records";
import type { HistoryTable } from "./tables.gen";

type Fields = Readonly<Record<string, unknown>>;

/** A value is undefined if it is absent. */
export interface Difference {
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** A value within an object gets a name with dots. */
export function flatten(record: Fields, prefix = ""): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (isObject(value)) Object.assign(flat, flatten(value, `${prefix}${name}.`));
    else if (value !== undefined) flat[`${prefix}${name}`] = value;
  }
  return flat;
}

/** Says whether two parts of lists are equal. A database may return the names of an object in another order. */
function isSamePart(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSamePart(each, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSamePart(one[name], other[name]));
}

/** Lists are compared by their content. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && isSamePart(one, other));

/** Lists only fields that belong to the history. */
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
