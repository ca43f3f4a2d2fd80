/**
 * Forms in which numbers, amounts and times are text. Converts between a described record and the values of its
 * form. An unreadable text becomes NaN, which the record's shape refuses with a message at the field.
 */
import { centsOf, dollarsOf, typedCents } from "../formatting/dollars";
import { formatCents } from "../formatting/formatting";
import type { Field, Fields } from "./fields";
import { blankValues, mapFields, type Shown, type ValuesOf } from "./record";
import { choiceInWords, entryInWords, formatOf, inWords, type Value } from "./words";

export type TypedForm<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { type: "choice" | "flag"; initial: unknown }
    ? ValuesOf<F>[Name]
    : string;
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** The format of a local date and time input. */
function localInputOf(instant: number): string {
  const date = new Date(instant);
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

type ListField = Extract<Field, { type: "list" }>;

/** A form stores choices separated by commas, because strings are easy to compare. */
export const chosenOf = <Choice extends string>(
  { choices }: { readonly choices: readonly Choice[] },
  typed: string,
): Choice[] => choices.filter((choice) => typed.split(",").includes(choice));

/** The choices have the order of the description. */
const joinChosen = ({ choices }: Pick<ListField, "choices">, chosen: readonly string[]): string =>
  choices.filter((choice) => chosen.includes(choice)).join();

type Typed = Readonly<Record<string, string>>;

/** A form stores entries as JSON, because strings are easy to compare. */
export const typedEntries = (typed: string): readonly Typed[] =>
  typed === "" ? [] : (JSON.parse(typed) as Typed[]); // This file and the form's control wrote the text.

/** Empty entries at the end are left out. */
export function joinEntries(fields: Fields, given: readonly Typed[]): string {
  const empty = JSON.stringify(emptyTypedForm(fields));
  const last = given.findLastIndex((entry) => JSON.stringify(entry) !== empty);
  return last < 0 ? "" : JSON.stringify(given.slice(0, last + 1));
}

const typedOf = (field: Field, value: unknown): unknown => {
  const { type } = field;
  if (value === null || value === undefined) return "";
  if (field.type === "entries")
    return JSON.stringify((value as object[]).map((entry) => typedForm(field.fields, entry))); // The value is a list of entries.
  if (field.type === "list") return joinChosen(field, value as string[]); // The value is a list of choices.
  if (type === "cents") return dollarsOf(Number(value));
  if (type === "instant") return localInputOf(Number(value));
  return type === "number" ? String(Number(value)) : value;
};

/** Accepts a decimal point or comma. An empty text becomes null, and an unreadable text becomes NaN. */
export const typedNumber = (typed: string): number | null =>
  typed.trim() === "" ? null : Number(typed.trim().replace(",", "."));

/** An unreadable text becomes NaN. */
const READERS: Partial<Record<Field["type"], (text: string) => number>> = {
  cents: typedCents,
  instant: (text) => new Date(text).getTime(),
  number: (text) => Number(text.replace(",", ".")),
};

/** An empty number has no value if the model sets the number; an empty amount is 0. */
function noNumberOf({ type, presence }: Field): null | undefined | number {
  if (presence === "optional") return null;
  if (presence === "assigned") return undefined;
  return type === "cents" && presence === "default" ? 0 : Number.NaN;
}

function sentOf(field: Field, typed: unknown): unknown {
  const { type, presence } = field;
  if (typeof typed !== "string") return typed;
  if (field.type === "list") return chosenOf(field, typed);
  if (field.type === "entries")
    return typed === "" ? null : typedEntries(typed).map((entry) => sentFields(field.fields, entry));
  const read = READERS[type];
  if (read) return typed.trim() === "" ? noNumberOf(field) : read(typed);
  return presence === "optional" && typed.trim() === "" ? null : typed.trim();
}

/** This text is compared with another version. */
export function typedInWords(field: Field, value: Value): string {
  if (typeof value === "string" && field.type === "cents") return formatCents(centsOf(value) ?? 0);
  if (typeof value === "string" && field.type === "instant") return value.replace("T", ", ");
  if (typeof value === "string" && field.type === "choice") return choiceInWords(field, value);
  if (typeof value === "string" && field.type === "list") return inWords("choice", chosenOf(field, value));
  if (typeof value === "string" && field.type === "entries")
    return inWords(
      "text",
      typedEntries(value).map((entry) => entryInWords(field.fields, entry)),
    );
  return inWords(formatOf(field), value);
}

export const typedForm = <F extends Fields>(fields: F, record: Shown<F>): TypedForm<F> => {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return mapFields(fields, (field, name) => typedOf(field, values[name])) as TypedForm<F>; // Each value has its field's type.
};

export const emptyTypedForm = <F extends Fields>(fields: F): TypedForm<F> =>
  mapFields(fields, (field, name) => typedOf(field, blankValues(fields)[name])) as TypedForm<F>;

/** The result has the values that the server accepts. */
export const sentFields = <F extends Fields>(fields: F, typed: TypedForm<F>): ValuesOf<F> =>
  mapFields(fields, (field, name) => sentOf(field, typed[name])) as ValuesOf<F>;

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other));

/** Keeps only changed fields, so that other people's changes of other fields are not overwritten. */
export const differing = <Sent extends object>(sent: Sent, before: Sent): Partial<Sent> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isSame(value, before[name as keyof Sent])), // Both objects have these names.
  ) as Partial<Sent>;
