/**
 * The validators that a record's description (domain/records) defines: for its stored row, for the arguments that
 * write it, and for its result.
 */
import {
  v,
  type GenericId,
  type ObjectType,
  type PropertyValidators,
  type VArray,
  type VBoolean,
  type VFloat64,
  type VId,
  type VLiteral,
  type VNull,
  type VObject,
  type VOptional,
  type VString,
  type VUnion,
  type Validator,
} from "convex/values";
import { mapFields } from "../../../domain/records/record";
import type { Field, Fields } from "../../../domain/records/fields";

type Choice<Value extends string> = VUnion<Value, VLiteral<Value>[]>;

type Value<F extends Field> = F extends { type: "choice"; choices: readonly (infer One extends string)[] }
  ? Choice<One>
  : F extends { type: "reference"; table: infer Table extends string }
    ? VId<GenericId<Table>>
    : F extends { type: "number" | "cents" | "instant" }
      ? VFloat64
      : F extends { type: "flag" }
        ? VBoolean
        : F extends { type: "list"; choices: readonly (infer One extends string)[] }
          ? VArray<One[], Choice<One>>
          : F extends { type: "entries"; fields: infer Parts extends Fields }
            ? VArray<ObjectType<AnswerFields<Parts>>[], Group<AnswerFields<Parts>>>
            : VString;

/**
 * A reference is sent as a string, and the model looks up the record within the kennel. A choice is also sent as a
 * string, so that an unknown value gets an error message for its field.
 */
type Written<F extends Field> = F extends { type: "reference" | "choice" }
  ? VString
  : F extends { type: "list" }
    ? VArray<string[], VString>
    : F extends { type: "entries"; fields: infer Parts extends Fields }
      ? VArray<ObjectType<NewFields<Parts>>[], Group<NewFields<Parts>>>
      : Value<F>;

type Nullable<V extends Validator<unknown, "required", string>> = VUnion<V["type"] | null, [V, VNull]>;

type Group<Parts extends PropertyValidators> = VObject<ObjectType<Parts>, Parts>;

type RowValue<F extends Field> = F extends { type: "group"; fields: infer G extends Fields }
  ? Group<RowFields<G>>
  : Value<F>;
export type RowFields<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { presence: "optional" }
    ? VOptional<RowValue<F[Name]>>
    : RowValue<F[Name]>;
};

type AnswerValue<F extends Field> = F extends { type: "group"; fields: infer G extends Fields }
  ? Group<AnswerFields<G>>
  : Value<F>;
export type AnswerFields<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { presence: "optional" } | { isConfidential: true }
    ? Nullable<AnswerValue<F[Name]>>
    : AnswerValue<F[Name]>;
};
type Types<V extends Record<string, Validator<unknown, "required" | "optional", string>>> = {
  [Name in keyof V]: V[Name]["type"];
};
export type ChangeFields<F extends Fields> = {
  [Name in keyof F]: VOptional<
    F[Name] extends { presence: "optional" } ? Nullable<Written<F[Name]>> : Written<F[Name]>
  >;
};
export type NewFields<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { presence: "required" } ? Written<F[Name]> : ChangeFields<F>[Name];
};

/** The parts of a group have the same validators in a row and in a result. */
function valueOf(
  field: Field,
  partsOf: (fields: Fields) => PropertyValidators,
): Validator<unknown, "required", string> {
  switch (field.type) {
    case "choice":
      return v.union(...field.choices.map((one) => v.literal(one)));
    case "reference":
      return v.id(field.table);
    case "cents":
    case "instant":
    case "number":
      return v.number();
    case "group":
      return v.object(partsOf(field.fields));
    case "list":
      return v.array(v.union(...field.choices.map((one) => v.literal(one))));
    case "entries":
      return v.array(v.object(answerFields(field.fields)));
    case "flag":
      return v.boolean();
    case "text":
    case "notes":
    case "day":
      return v.string();
    default:
      return field satisfies never;
  }
}

const written = (field: Field) => {
  if (field.type === "list") return v.array(v.string());
  if (field.type === "entries") return v.array(v.object(newArgs(field.fields)));
  return field.type === "reference" || field.type === "choice" ? v.string() : valueOf(field, changeArgs);
};

const nullable = (field: Field, value: Validator<unknown, "required", string>) =>
  field.presence === "optional" ? v.union(value, v.null()) : value;

/** Null if the field is empty, or if the caller may not see it. */
const answered = (field: Field) =>
  field.isConfidential
    ? v.union(valueOf(field, answerFields), v.null())
    : nullable(field, valueOf(field, answerFields));

/** An empty field is absent. */
export const rowFields = <F extends Fields>(fields: F): RowFields<F> =>
  mapFields(fields, (field) =>
    field.presence === "optional" ? v.optional(valueOf(field, rowFields)) : valueOf(field, rowFields),
  ) as unknown as RowFields<F>;

/** A field is null if it is empty or hidden. */
export const answerFields = <F extends Fields>(fields: F): AnswerFields<F> =>
  mapFields(fields, answered) as unknown as AnswerFields<F>;

/** The kind's zod shape checks the values. */
export const newArgs = <F extends Fields>(fields: F): NewFields<F> =>
  mapFields(fields, (field) =>
    field.presence === "required" ? written(field) : v.optional(nullable(field, written(field))),
  ) as unknown as NewFields<F>;

/** An omitted field stays unchanged; null or empty clears a field. */
export const changeArgs = <F extends Fields>(fields: F): ChangeFields<F> =>
  mapFields(fields, (field) => v.optional(nullable(field, written(field)))) as unknown as ChangeFields<F>;

/** An empty value becomes absent. */
export const storedFields = <F extends Fields>(
  fields: F,
  values: Types<AnswerFields<F>>,
): Types<RowFields<F>> => mapFields(fields, (_, name) => values[name] ?? undefined);

/** An absent value becomes null. */
export const answerOf = <F extends Fields>(
  fields: F,
  row: Partial<Types<RowFields<F>>>,
): Types<AnswerFields<F>> =>
  mapFields(fields, (field, name) => {
    const value: unknown = row[name] ?? null;
    // A group in a row contains the fields of that group.
    return field.type === "group" && value !== null ? answerOf(field.fields, value as object) : value;
  }) as Types<AnswerFields<F>>;
