/**
 * The REST answer of what a function returns: schema and conversion follow from its `returns` validator. `_id` is `id`,
 * instants are ISO 8601 texts, cents are dollars, and described fields read as their description says
 * (recordResponses.ts). What the reference says of a field beside that, and what an answer has of its own, is told here.
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

/** What the reference says of fields, by their names over REST, or how the records in them are told. */
type About = Readonly<Record<string, Zod.ZodType | (Answer<never> & { readonly description?: string })>>;

/** What an answer tells beside what follows from the validator. */
interface Telling<Value> {
  readonly about?: About;
  /** What it has of its own. */
  readonly more?: { readonly shape: Shapes; readonly of: (value: Value) => object };
}

const same = (schema: Zod.ZodType): Part => ({ schema, convert: (value) => value });

/** Makes the REST answer of what a function returns; `fields` describe those that the record's description names. */
export function answerOf<V extends GenericValidator, Value extends Infer<V> = Infer<V>>(
  name: string | null,
  returns: V,
  fields: Fields = {},
  { about = {}, more }: Telling<Value> = {},
): Answer<Value> {
  const { schema, convert } = partOf(returns, "", { fields, about });
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

interface Told {
  readonly fields?: Fields;
  readonly about?: About;
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

/** One of several words, or something that may be null. */
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

/** Has what is there converted: in a list each, and null stays null. */
const each =
  (convert: (value: never) => unknown) =>
  (value: unknown): unknown => {
    if (value === null) return null;
    // The validator of what holds it was passed, whose values these are.
    return Array.isArray(value) ? value.map((one) => convert(one as never)) : convert(value as never);
  };

/** Puts an answer where a record, a list of them, or none is. */
function schemaWith(validator: AnyValidator, schema: Zod.ZodType): Zod.ZodType {
  if (validator.kind === "array") return z.array(schema);
  return validator.kind === "union" ? schema.nullable() : schema;
}

const restName = (name: string): string => (name === "_id" ? "id" : name.replace(/Cents$/, ""));

function objectOf(
  validators: Readonly<Record<string, AnyValidator>>,
  { fields = {}, about = {} }: Told,
): Part {
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
      const values = value as Readonly<Record<string, unknown>>; // its validator was passed
      return {
        ...toRecordResponse(described, values as never),
        ...Object.fromEntries(others.map(({ name, own, convert }) => [own, convert(values[name])])),
      };
    },
  };
}

/** Makes the answer that is one, with what another adds. */
export const joined = <One, Other>(
  name: string,
  one: Answer<One>,
  { schema, toAnswer }: Answer<Other>,
): Answer<One & Other> => ({
  schema: extend(one.schema, schema instanceof z.ZodObject ? schema.shape : {}).openapi(name),
  toAnswer: (value) => Object.assign({}, one.toAnswer(value), toAnswer(value)),
});

const warnings = answerOf(
  null,
  v.object({ warnings: v.array(v.string()) }),
  {},
  {
    about: { warnings: z.array(z.string()).openapi({ description: "Warnings about what was saved" }) },
  },
);

/** Makes the answer of what was saved, with what was odd about it. */
export const withWarnings = <Value>(name: string, saved: Answer<Value>) => joined(name, saved, warnings);
