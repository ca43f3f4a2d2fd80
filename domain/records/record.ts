/**
 * Everything that is derived from a record's description: the zod shapes of a new record, a change and the form,
 * the record's values, a form's initial values, and the labels.
 */
import { z } from "zod";
import type { Field, Fields, Telling } from "./fields";

/** The names of the fields of the given types. */
export type NameOf<F extends Fields, Type extends Field["type"]> = {
  [Name in keyof F]: F[Name] extends { readonly type: Type } ? Name : never;
}[keyof F];

/** Creates a value for each field. The types of Object.fromEntries are less exact than the types here. */
export const mapFields = <F extends Fields, Made>(
  fields: F,
  make: (field: Field, name: keyof F & string) => Made,
): { [Name in keyof F]: Made } =>
  Object.fromEntries(namesOf(fields).map((name) => [name, make(fields[name] as Field, name)])) as {
    [Name in keyof F]: Made;
  };

/** The names have the order of the description. */
export const namesOf = <F extends Fields>(fields: F): (keyof F & string)[] => Object.keys(fields);

type NewShape<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { presence: "default" }
    ? z.ZodDefault<F[Name]["schema"]>
    : F[Name] extends { presence: "assigned" }
      ? z.ZodOptional<F[Name]["schema"]>
      : F[Name]["schema"];
};

type ChangeShape<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { presence: "optional" }
    ? F[Name]["schema"]
    : z.ZodOptional<F[Name]["schema"]>;
};

type FormShape<F extends Fields> = { [Name in keyof F]: F[Name]["schema"] };

/** Required fields must be given, and fields with a default may be omitted. */
export const newShape = <F extends Fields>(fields: F) =>
  z.object(
    // Each schema belongs to its field, as the type states.
    mapFields(fields, (field) => {
      if (field.presence === "default") return field.schema.default(startOf(field));
      return field.presence === "assigned" ? field.schema.optional() : field.schema;
    }) as unknown as NewShape<F>,
  );

/** An omitted field stays unchanged, and null or empty clears a field. */
export const changeShape = <F extends Fields>(fields: F) =>
  z.object(
    mapFields(fields, ({ presence, schema }) =>
      presence === "optional" ? schema : schema.optional(),
    ) as unknown as ChangeShape<F>,
  );

/** Every field of a form is present. */
export function formShape<F extends Fields>(fields: F) {
  const shape = mapFields(fields, ({ schema }) => schema) as unknown as FormShape<F>; // Each schema belongs to its field.
  return z.object(shape);
}

/** Every field is present; an empty field is null. */
export type ValuesOf<F extends Fields> = {
  [Name in keyof F]: Exclude<z.output<F[Name]["schema"]>, undefined>;
};

/** Functions return these values. Hidden fields are also null. */
export type AnswersOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { isConfidential: true } ? ValuesOf<F>[Name] | null : ValuesOf<F>[Name];
};

type OptionalName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { presence: "optional" } ? Name : never;
}[keyof F];

/** Empty fields are absent or null. */
export type Stored<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalName<F>>]: ValuesOf<F>[Name];
} & { readonly [Name in OptionalName<F>]?: ValuesOf<F>[Name] | undefined };

/** Empty and hidden fields are absent or null. */
export type Shown<F extends Fields> = { readonly [Name in keyof F]?: AnswersOf<F>[Name] | undefined };

export const omitFields = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  names: readonly Name[],
): Omit<F, Name> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => !names.some((each) => each === name)),
  ) as unknown as Omit<F, Name>; // The remaining fields.

/** With another prefix, fields can be used beside other fields: `buyerName`. */
export const prefixed = <const Prefix extends string, F extends Fields>(prefix: Prefix, fields: F) =>
  Object.fromEntries(
    namesOf(fields).map((name) => [`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`, fields[name]]),
  ) as { [Name in keyof F & string as `${Prefix}${Capitalize<Name>}`]: F[Name] }; // Each field under its new name.

const valueIn = (record: object, name: string): unknown => Reflect.get(record, name);

/** Absent values become null. */
export const valuesIn = <F extends Fields>(fields: F, record: Stored<F>): ValuesOf<F> =>
  mapFields(fields, (_, name) => valueIn(record, name) ?? null) as ValuesOf<F>; // Required values are present.

/** The list has up to `most` small records; the default is empty. `one` is the word for a single entry. */
export const entries = <const F extends Fields>(
  label: string,
  fields: F,
  { one, most, ...telling }: Telling & { readonly one: string; readonly most: number },
) => {
  /** Absent values become null. The names are in the order in which the database returns them. */
  const storedEntry = (entry: object) => {
    const values = valuesIn(fields, entry as Stored<F>); // The value has the shape below.
    return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) as ValuesOf<F>;
  };
  return {
    type: "entries",
    label,
    presence: "optional",
    ...{ fields, one, most },
    schema: z
      .array(newShape(fields), { error: `${label} must be a list` })
      .max(most, `${label} can be at most ${most}`)
      .transform((given): ValuesOf<F>[] | null => (given.length === 0 ? null : given.map(storedEntry)))
      .nullish(),
    ...telling,
  } as const;
};

/** Omitted fields stay unchanged. */
export const applyChanges = <F extends Fields>(
  fields: F,
  values: ValuesOf<F>,
  changes: Partial<Stored<F>>,
): ValuesOf<F> =>
  mapFields(fields, (_, name) => {
    const change = valueIn(changes, name);
    return change === undefined ? valueIn(values, name) : change;
  }) as ValuesOf<F>;

const startOf = (field: Field): string | number | boolean | readonly never[] | null => {
  if ("initial" in field && field.initial !== undefined) return field.initial;
  return ["number", "cents", "instant", "group"].includes(field.type) ? null : "";
};

export const blankValues = <F extends Fields>(fields: F): ValuesOf<F> =>
  mapFields(fields, (field) => (field.presence === "optional" ? null : startOf(field))) as ValuesOf<F>;

/** The heading, or the capitalized label. */
export const headingOf = ({ heading, label }: Field): string =>
  heading ?? label.replaceAll(/(?<= )[a-z]/g, (letter) => letter.toUpperCase());
