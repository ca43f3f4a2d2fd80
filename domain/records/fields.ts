/**
 * The types of fields in a record's description (domain/records/<kind>.ts). A field defines its content and its
 * label once. Zod shapes, Convex validators, form values, history, import and REST are derived from it. An optional
 * field is null if it is empty, a required field must be given, and a field with a default may be omitted.
 */
import { z } from "zod";
import { formatPhone, grouped } from "../formatting/formatting";
import {
  optionalDay,
  optionalEmail,
  optionalMeasure,
  optionalNotes,
  optionalReference,
  optionalText,
  optionalTime,
  requiredDay,
  requiredNotes,
  requiredReference,
  requiredText,
} from "./parts";

export const UNITS = { pounds: "lbs", inches: "inches", grams: "g", fahrenheit: "°F", percent: "%" } as const;
type Unit = keyof typeof UNITS;

export interface Telling {
  /** Set if the label in forms and import files is not the capitalized label. */
  readonly heading?: string;
  /** Set if the label differs in the history. */
  readonly history?: string;
  /** Set if the label differs in an export. */
  readonly column?: string;
  readonly about?: string;
  readonly example?: string | number | boolean;
  /** Shown below the field in a form. */
  readonly helper?: string;
  /** The field fills a whole line of a form with two columns. */
  readonly isWide?: boolean;
  readonly openLabel?: string;
  /** Set if the labels of choices are not the names in words. */
  readonly choiceLabels?: Readonly<Record<string, string>>;
}

interface FieldOf<Type extends string> extends Telling {
  readonly type: Type;
  /** Messages use this name. */
  readonly label: string;
  /** A stored record always has a value for an assigned field: the user entered it, or the model set it. */
  readonly presence: "required" | "optional" | "default" | "assigned";
  /** Form, REST and functions parse the field with this shape. */
  readonly schema: z.ZodType;
  /** The field requires the right to money and contacts, in addition to the right to the record. */
  readonly isConfidential?: boolean;
  readonly input?: "email" | "tel" | "time";
  /** Formats entered text in the standard form. */
  readonly tidy?: (typed: string) => string;
}

interface ChoiceField extends FieldOf<"choice"> {
  readonly choices: readonly string[];
  readonly initial?: string;
}

interface FlagField extends FieldOf<"flag"> {
  readonly initial: boolean;
}

interface NumberField extends FieldOf<"number"> {
  /** A count has no unit. */
  readonly unit?: Unit;
  readonly initial?: number;
}

/** The amount is in cents. The name of such a field ends in `Cents`. */
interface MoneyField extends FieldOf<"cents"> {
  readonly initial?: number;
}

interface ReferenceField extends FieldOf<"reference"> {
  readonly table: string;
}

/** The chosen values have the order of the choices. */
interface ListField extends FieldOf<"list"> {
  readonly choices: readonly string[];
  readonly initial: readonly never[];
}

/** The fields are stored together in one object, or not at all. A group cannot contain another group. */
interface GroupField extends FieldOf<"group"> {
  readonly fields: Fields;
}

/** Small records within another record. Their empty values are stored as null. */
interface EntriesField extends FieldOf<"entries"> {
  readonly fields: Fields;
  /** The word for a single entry on a button. */
  readonly one: string;
  readonly most: number;
}

export type Field =
  | FieldOf<"text">
  | FieldOf<"notes">
  | FieldOf<"day">
  | FieldOf<"instant">
  | ChoiceField
  | EntriesField
  | FlagField
  | GroupField
  | ListField
  | MoneyField
  | NumberField
  | ReferenceField;

/** The fields are in the order of the form. */
export interface Fields {
  readonly [name: string]: Field;
}

export const confidential = <const F extends Field>(field: F) =>
  ({ ...field, isConfidential: true }) as const;

const optional = { presence: "optional" } as const;
const required = { presence: "required" } as const;

export const text = (label: string, telling: Telling = {}) =>
  ({ type: "text", label, ...optional, schema: optionalText(label), ...telling }) as const;

export const neededText = (label: string, missing: string, telling: Telling = {}) =>
  ({ type: "text", label, ...required, schema: requiredText(label, missing), ...telling }) as const;

export const email = (label: string, telling: Telling = {}) =>
  ({ type: "text", input: "email", label, ...optional, schema: optionalEmail(label), ...telling }) as const;

/** The form formats the number when the user leaves the field. */
export const phone = (label: string, telling: Telling = {}) =>
  ({ ...text(label, telling), input: "tel", tidy: formatPhone }) as const;

/** The time has 24 hours: `08:30`. */
export const timeOfDay = (label: string, telling: Telling = {}) =>
  ({ type: "text", input: "time", label, ...optional, schema: optionalTime(label), ...telling }) as const;

/** After a conflict, both versions can be kept. */
export const notes = (label: string, telling: Telling = {}) =>
  ({ type: "notes", label, ...optional, schema: optionalNotes(label), ...telling }) as const;

export const day = (label: string, telling: Telling = {}) =>
  ({ type: "day", label, ...optional, schema: optionalDay(label), ...telling }) as const;

/** In milliseconds. The name of such a field ends in `At`. */
export const instant = (label: string, telling: Telling = {}) =>
  ({
    type: "instant",
    label,
    ...optional,
    schema: z
      .number({ error: `${label} must be a time` })
      .int(`${label} must be a time`)
      .nullish(),
    ...telling,
  }) as const;

/** The number must be above zero. */
export const measure = (label: string, unit: Unit, max: number, telling: Telling = {}) =>
  ({
    type: "number",
    label,
    ...optional,
    unit,
    // Messages write out the unit.
    schema: optionalMeasure(label, max, unit === "grams" || unit === "percent" ? unit : UNITS[unit]),
    ...telling,
  }) as const;

export const neededBetween = (label: string, unit: Unit, min: number, max: number, telling: Telling = {}) =>
  ({
    type: "number",
    label,
    ...required,
    unit,
    schema: z
      .number({ error: `${label} must be a number` })
      .min(min, `${label} must be at least ${min} ${UNITS[unit]}`)
      .max(max, `${label} must be at most ${max} ${UNITS[unit]}`),
    ...telling,
  }) as const;

/** The unit is in another field. */
export const neededNumber = (label: string, max: number, telling: Telling = {}) =>
  ({
    type: "number",
    label,
    ...required,
    schema: z
      .number({ error: `${label} must be a number` })
      .positive(`${label} must be positive`)
      .max(max, `${label} must be at most ${max}`),
    ...telling,
  }) as const;

/** The default is 0. */
export const count = (label: string, max: number, telling: Telling = {}) =>
  ({
    type: "number",
    label,
    presence: "default",
    initial: 0,
    schema: z
      .number({ error: `${label} must be a number` })
      .int(`${label} must be a whole number`)
      .min(0, `${label} cannot be negative`)
      .max(max, `${label} must be at most ${max}`),
    ...telling,
  }) as const;

/** A missing count is unknown; 0 means none. */
export const openCount = (label: string, max: number, telling: Telling = {}) => {
  const { initial: _, schema, ...field } = count(label, max, telling);
  return { ...field, ...optional, schema: schema.nullish() } as const;
};

/** The model sets the number if the user enters none. */
export const assignedNumber = (label: string, min: number, max: number, telling: Telling = {}) =>
  ({
    type: "number",
    label,
    presence: "assigned",
    schema: z
      .number({ error: `${label} must be a number` })
      .int(`${label} must be a whole number`)
      .min(min, `${label} must be at least ${min}`)
      .max(max, `${label} must be at most ${max}`),
    ...telling,
  }) as const;

/** A form sends NaN for a text that is not an amount. */
const amount = (label: string, max: number, unreadable: string) =>
  z
    .number({ error: ({ input }) => (Number.isNaN(input) ? unreadable : `${label} must be a number`) })
    .int(`${label} must be in whole cents`)
    .min(0, `${label} cannot be negative`)
    .max(max, `${label} must be at most $${grouped(max / 100)}`);

/** `unreadable` is the message for a text that is not an amount. */
export const cents = (
  label: string,
  max: number,
  { unreadable = `${label} must be a number`, ...telling }: Telling & { readonly unreadable?: string } = {},
) =>
  ({
    type: "cents",
    label,
    ...optional,
    schema: amount(label, max, unreadable).nullish(),
    ...telling,
  }) as const;

/** The default is zero. */
export const centsOrZero = (label: string, max: number, telling: Telling = {}) =>
  ({
    type: "cents",
    label,
    presence: "default",
    initial: 0,
    schema: amount(label, max, `${label} must be in dollars and cents`),
    ...telling,
  }) as const;

export const neededDay = (label: string, missing: string, telling: Telling = {}) =>
  ({ type: "day", label, ...required, schema: requiredDay(label, missing), ...telling }) as const;

export const neededNotes = (label: string, missing: string, telling: Telling = {}) =>
  ({ type: "notes", label, ...required, schema: requiredNotes(label, missing), ...telling }) as const;

export const neededReference = <const Table extends string>(
  label: string,
  table: Table,
  missing: string,
  telling: Telling = {},
) =>
  ({
    type: "reference",
    label,
    ...required,
    table,
    schema: requiredReference(label, missing),
    ...telling,
  }) as const;

export const reference = <const Table extends string>(label: string, table: Table, telling: Telling = {}) =>
  ({ type: "reference", label, ...optional, table, schema: optionalReference(label), ...telling }) as const;

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;

const choiceOf = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
  error = `${label} must be ${listed(choices)}`,
) => ({ type: "choice", label, choices, schema: z.enum(choices, { error }) }) as const;

/** A form starts with the first choice. */
export const neededChoice = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
  telling: Telling = {},
) => ({ ...choiceOf(label, choices), ...required, initial: choices[0], ...telling }) as const;

export const choice = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
  { initial, error, ...telling }: Telling & { readonly initial: Choices[number]; readonly error?: string },
) => ({ ...choiceOf(label, choices, error), presence: "default", initial, ...telling }) as const;

export const openChoice = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
  telling: Telling = {},
) => {
  const { schema, ...field } = choiceOf(label, choices, `${label} must be ${choices.join(", ")}`);
  return { ...field, ...optional, schema: schema.nullish(), ...telling } as const;
};

/** The default is an empty list. `one` is the word for a single choice in messages. */
export const list = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
  one: string,
  telling: Telling = {},
) =>
  ({
    type: "list",
    label,
    presence: "default",
    choices,
    initial: [],
    schema: z
      .array(z.enum(choices, { error: `This ${one} is not known` }), { error: `${label} must be a list` })
      .max(choices.length, `Each ${one} can be given only once`)
      .transform((given): Choices[number][] => {
        const known: readonly Choices[number][] = choices;
        return known.filter((each) => given.some((other) => other === each));
      }),
    ...telling,
  }) as const;

/** The default is no. */
export const flag = (label: string, { error, ...telling }: Telling & { readonly error?: string } = {}) =>
  ({
    type: "flag",
    label,
    presence: "default",
    initial: false,
    schema: z.boolean({ error: error ?? `${label} must be true or false` }),
    ...telling,
  }) as const;

/** Grouped fields are written individually, so no shape parses the whole group. */
export const group = <const F extends Fields>(label: string, fields: F) =>
  ({
    type: "group",
    label,
    ...optional,
    fields,
    schema: z
      .custom<{ [Name in keyof F]: Exclude<z.output<F[Name]["schema"]>, undefined> } | null>()
      .optional(),
  }) as const;
