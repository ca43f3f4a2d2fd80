/**
 * Derives the REST result of a function, as a schema and a conversion, from the function's `returns` validator.
 * `_id` becomes `id`, times become ISO 8601 strings, cents become dollars, and described fields use their
 * description (recordResponses.ts). `About` contains the API reference's texts about other fields, and `more` adds
 * fields that only the response has.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { v, type GenericValidator, type Infer, type Validator } from "convex/values";
import type { Fields } from "../../../domain/records/fields";
import type { Answer } from "./calls";
import { id, instant, toInstant } from "./entities";
import { toDollars } from "./money";
import { recordResponses, toRecordResponse } from "./recordResponses";
import { z } from "./zod";

type AnyValidator = Validator<unknown, "required" | "optional", string>;

interface Part {
  readonly schema: Zod.ZodType;
  readonly convert: (value: unknown) => unknown;
}

type Shapes = Readonly<Record<string, Zod.ZodType>>;

/** The keys are the fields' names in REST. A nested record has a result instead of a text. */
type About = Readonly<Record<string, Zod.ZodType | (Answer<never> & { readonly description?: string })>>;

/** The texts come from a description, or are given individually. */
interface Told {
  readonly fields?: Fields;
  readonly about?: About;
}

/** Only for fields that the validator does not contain. */
interface Telling<Value> extends Told {
  /** Only this response has these fields. */
  readonly more?: { readonly shape: Shapes; readonly of: (value: Value) => object };
}

const same = (schema: Zod.ZodType): Part => ({ schema, convert: (value) => value });

/** A result without a name is only used as a part of other results. */
export function answerOf<V extends GenericValidator, Value extends Infer<V> = Infer<V>>(
  name: string | null,
  returns: V,
  { more, ...told }: Telling<Value> = {},
): Answer<Value> {
  const { schema, convert } = partOf(returns, "", told);
  const whole = more ? extend(schema, more.shape) : schema;
  return {
    schema: name === null ? whole : whole.openapi(name),
    toAnswer: (value) => (more ? Object.assign({}, convert(value), more.of(value)) : convert(value)),
  };
}

function extend(schema: Zod.ZodType, shape: Shapes): Zod.ZodType {
  if (schema instanceof z.ZodObject) return schema.extend(shape);
  throw new Error("Only to an object can anything be added");
}

function partOf(validator: AnyValidator, name: string, told: Told = {}): Part {
  switch (validator.kind) {
    case "id":
      return same(id);
    case "float64":
      if (name.endsWith("Cents")) return { schema: z.number(), convert: (value) => toDollars(Number(value)) };
      return name.endsWith("At")
        ? { schema: instant, convert: (value) => toInstant(Number(value)) }
        : same(z.number());
    case "boolean":
      return same(z.boolean());
    case "string":
      return same(z.string());
    case "null":
      return same(z.null());
    case "literal":
      return same(z.literal(String(validator.value)));
    case "array": {
      const { schema, convert } = partOf(validator.element, name, told);
      return { schema: z.array(schema), convert: (values) => (values as unknown[]).map(convert) };
    }
    case "union":
      return unionOf(validator.members, name, told);
    case "object":
      return objectOf(validator.fields, told);
    default:
      throw new Error(`A REST answer cannot hold ${validator.kind}`);
  }
}

/** One of several words, or a nullable value. */
function unionOf(members: readonly AnyValidator[], name: string, told: Told): Part {
  const others = members.filter(({ kind }) => kind !== "null");
  const words = others.flatMap((each) => (each.kind === "literal" ? [String(each.value)] : []));
  const part = words.length > 0 ? same(z.enum(words)) : others[0] && partOf(others[0], name, told);
  if (!part || (others.length > 1 && words.length < others.length)) {
    throw new Error(`A REST answer cannot hold one of several things: ${name}`);
  }
  if (others.length === members.length) return part;
  return {
    schema: part.schema.nullable(),
    convert: (value) => (value === null ? null : part.convert(value)),
  };
}

/** Converts each entry of a list; null stays null. */
const each =
  (convert: (value: never) => unknown) =>
  (value: unknown): unknown => {
    if (value === null) return null;
    // The validator of these values has accepted them.
    return Array.isArray(value) ? value.map((one) => convert(one as never)) : convert(value as never);
  };

/** Handles a record, a list of records, or null. */
function schemaWith(validator: AnyValidator, schema: Zod.ZodType): Zod.ZodType {
  if (validator.kind === "array") return z.array(schema);
  return validator.kind === "union" ? schema.nullable() : schema;
}

const restName = (name: string): string => (name === "_id" ? "id" : name.replace(/Cents$/, ""));

function objectOf(
  validators: Readonly<Record<string, AnyValidator>>,
  { fields = {}, about = {} }: Told,
): Part {
  const unknown = Object.keys(about).find((name) => !Object.keys(validators).map(restName).includes(name));
  if (unknown) throw new Error(`The answer has no field ${unknown}`);
  const described = Object.fromEntries(Object.entries(fields).filter(([name]) => name in validators));
  const others = Object.entries(validators)
    .filter(([name]) => !(name in described))
    .map(([name, validator]) => {
      const own = restName(name);
      const said = about[own];
      if (said && "toAnswer" in said) {
        const { description } = said;
        const schema = schemaWith(validator, said.schema);
        return {
          name,
          own,
          schema: description ? schema.openapi({ description }) : schema,
          convert: each(said.toAnswer),
        };
      }
      const part = partOf(validator, name);
      return { name, own, schema: said ?? part.schema, convert: part.convert };
    });
  const shapes = (isLast: boolean) =>
    Object.fromEntries(
      others.filter(({ name }) => name.endsWith("At") === isLast).map(({ own, schema }) => [own, schema]),
    );
  return {
    schema: z.object({ ...shapes(false), ...recordResponses(described), ...shapes(true) }),
    convert: (value) => {
      const values = value as Readonly<Record<string, unknown>>; // The validator has accepted the value as this record.
      return {
        ...toRecordResponse(described, values as never),
        ...Object.fromEntries(others.map(({ name, own, convert }) => [own, convert(values[name])])),
      };
    },
  };
}

/** The result has the fields of both results. */
export const joined = <One, Other>(
  name: string,
  one: Answer<One>,
  { schema, toAnswer }: Answer<Other>,
): Answer<One & Other> => ({
  schema: extend(one.schema, schema instanceof z.ZodObject ? schema.shape : {}).openapi(name),
  toAnswer: (value) => Object.assign({}, one.toAnswer(value), toAnswer(value)),
});

const warnings = answerOf(null, v.object({ warnings: v.array(v.string()) }), {
  about: { warnings: z.array(z.string()).openapi({ description: "Warnings about what was saved" }) },
});

export const withWarnings = <Value>(name: string, saved: Answer<Value>) => joined(name, saved, warnings);
