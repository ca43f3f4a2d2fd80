/**
 * How a table describes its records in the history (convex/platform/tables/rows.ts): the words for the kind of
 * record and for its fields. If the record has a description, the words come from it.
 */
import type { Fields } from "../records/fields";
import { formatOf, type FieldFormat } from "../records/words";
import type { HistoryField, HistoryRecord } from "./records";

type Values = Readonly<Record<string, unknown>>;

/** Client and server use the words in these options (records.gen.ts). */
export interface HistoryDescription extends HistoryRecord {
  /** The lowest is first in the list of kinds. The default is last. */
  readonly place?: number;
  /** The fields that can name the record, in order of preference. */
  readonly titles: readonly string[];
  /** Fields that are derived or have no meaning for people. A change of only these fields is not recorded. */
  readonly unkept: readonly string[];
  /** Users can see such a record even without a row. Its first row therefore counts as a change of the defaults. */
  readonly isAlwaysThere?: true;
  /** Such a new record needs no entry, because the same step created another record whose entry is enough. */
  readonly isUntold?: (row: Values) => boolean;
  /** Whether a person removed the record. The row of a removed record is kept for some time. */
  readonly isRemoval?: (before: Values, after: Values) => boolean;
}

/** The row of such a record stays and is marked, so that a late repeated entry is not stored again. */
export const isMarkedRemoved = (before: Values, after: Values): boolean =>
  before.removedAt === undefined && after.removedAt !== undefined;

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
export const percent = as("percent");
export const grams = as("grams");
export const fahrenheit = as("fahrenheit");

export const list = (label: string, parts: readonly string[]): HistoryField => ({
  label,
  format: "text",
  parts,
});

/** The names of the parts begin with the field's name. */
export const within = (
  name: string,
  parts: Readonly<Record<string, HistoryField>>,
): Readonly<Record<string, HistoryField>> =>
  Object.fromEntries(Object.entries(parts).map(([part, field]) => [`${name}.${part}`, field]));

/** The fields of a group are listed individually. */
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
