/**
 * A table's description of its records in the history (convex/platform/tables/rows.ts): the words for a kind and
 * its fields, derived from the record's description if there is one.
 */
import type { Fields } from "../records/fields";
import { formatOf, type FieldFormat } from "../records/words";
import type { HistoryField, HistoryRecord } from "./records";

type Values = Readonly<Record<string, unknown>>;

/**
 * A table's options for the history of its records; the words among them are used on all sides (records.gen.ts).
 */
export interface HistoryDescription extends HistoryRecord {
  /** The kind's position among the others, the lowest first; by default the last. */
  readonly place?: number;
  /** The fields used as the record's name, in order of preference. */
  readonly titles: readonly string[];
  /** Fields that are derived or mean nothing to people; a change of only these is not recorded. */
  readonly unkept: readonly string[];
  /** For people there is always one: its first row is a change from the defaults. */
  readonly isAlwaysThere?: true;
  /** Says whether a new record is told by the entry of another one, made in the same step. */
  readonly isUntold?: (row: Values) => boolean;
  /** Says whether a change is a person's removal of a record, whose row is kept for a while. */
  readonly isRemoval?: (before: Values, after: Values) => boolean;
}

const as =
  (format: FieldFormat) =>
  (label: string): HistoryField => ({ label, format });

export const hidden: HistoryField = { label: "", format: "hidden" };
export const text = as("text");
export const day = as("day");
export const instant = as("instant");
export const cents = as("cents");
export const choice = as("choice");
export const flag = as("flag");
export const grams = as("grams");
export const fahrenheit = as("fahrenheit");

/** The names of an object's parts: joined with the field's name. */
export const within = (
  name: string,
  parts: Readonly<Record<string, HistoryField>>,
): Readonly<Record<string, HistoryField>> =>
  Object.fromEntries(Object.entries(parts).map(([part, field]) => [`${name}.${part}`, field]));

/** Returns the history's words for a description's fields, those of a group one by one. */
export const described = (fields: Fields): Readonly<Record<string, HistoryField>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { isConfidential } = field;
      const marked = (told: HistoryField): HistoryField =>
        isConfidential ? { ...told, isConfidential } : told;
      return field.type === "group"
        ? Object.entries(within(name, described(field.fields))).map(([part, told]) => [part, marked(told)])
        : [[name, marked({ label: field.history ?? field.label, format: formatOf(field) })]];
    }),
  );
