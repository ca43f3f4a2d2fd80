/**
 * Forms in which numbers and amounts are text as typed, besides choices and ticks: what they hold of a described record,
 * and what the server takes of them. A number that cannot be read is NaN, which the record's shape refuses at its field.
 */
import { centsOf, dollarsOf } from "../formatting/dollars";
import type { Field, Fields } from "./fields";
import { blankValues, mapFields, type Stored, type ValuesOf } from "./record";

/** What such a form holds of each field. */
export type TypedForm<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { type: "choice" | "flag" } ? ValuesOf<F>[Name] : string;
};

const typedOf = ({ type }: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return "";
  if (type === "cents") return dollarsOf(Number(value));
  return type === "number" ? String(Number(value)) : value;
};

function sentOf({ type, presence }: Field, typed: unknown): unknown {
  const nothing = presence === "optional" ? null : Number.NaN;
  if (type === "choice" || type === "flag") return typed;
  const text = String(typed);
  if (type === "cents") return text.trim() === "" ? nothing : (centsOf(text) ?? Number.NaN);
  if (type === "number") return text.trim() === "" ? nothing : Number(text);
  return presence === "optional" && text === "" ? null : text;
}

/** Makes a form's values of a record. */
export const typedForm = <F extends Fields>(fields: F, record: Stored<F>): TypedForm<F> => {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return mapFields(fields, (field, name) => typedOf(field, values[name])) as TypedForm<F>; // each as its type says
};

/** Makes the values of an empty form. */
export const emptyTypedForm = <F extends Fields>(fields: F): TypedForm<F> =>
  mapFields(fields, (field, name) => typedOf(field, blankValues(fields)[name])) as TypedForm<F>;

/** Makes what the server takes of what was typed. */
export const sentFields = <F extends Fields>(fields: F, typed: TypedForm<F>): ValuesOf<F> =>
  mapFields(fields, (field, name) => sentOf(field, typed[name])) as ValuesOf<F>;

/** Leaves of what is sent only what differs, so that other people's changes of other fields stay theirs. */
export const differing = <Sent extends object>(sent: Sent, before: Sent): Partial<Sent> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !Object.is(value, before[name as keyof Sent])), // names of both
  ) as Partial<Sent>;
