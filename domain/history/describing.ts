/**
 * How a table describes what the history tells of its records (convex/platform/tables/rows.ts): the words for a kind and
 * its fields, made of the record's description where there is one.
 */
import type { Fields } from "../records/fields";
import { formatOf, type FieldFormat } from "../records/words";
import type { HistoryField, HistoryRecord } from "./records";

type Values = Readonly<Record<string, unknown>>;

/** What a table says of the history of its records; what of it is in words, all sides read (records.gen.ts). */
export interface HistoryDescription extends HistoryRecord {
  /** Where the kind stands among the others, the lowest first; the last when it does not say. */
  readonly place?: number;
  /** The fields that name a record, in the order of preference. */
  readonly titles: readonly string[];
  /** Fields that follow from others or mean nothing to people; a change of these alone is no change. */
  readonly unkept: readonly string[];
  /** There is always one to people: its first row is a change of what was not set. */
  readonly isAlwaysThere?: true;
  /** Says whether a change is the removal of a record by a person, after which its row stays for a while. */
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

/** Names the parts of an object by the field that holds them. */
export const within = (
  name: string,
  parts: Readonly<Record<string, HistoryField>>,
): Readonly<Record<string, HistoryField>> =>
  Object.fromEntries(Object.entries(parts).map(([part, field]) => [`${name}.${part}`, field]));

/** Returns how the history tells the fields of a description, those of a group one by one. */
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
