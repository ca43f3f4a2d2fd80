/**
 * The REST answer of what a function returns: schema and conversion follow from its `returns` validator. `_id` is `id`,
 * instants are ISO 8601 texts, and described fields read as their description says (recordResponses.ts).
 */
import type { z as Zod } from "@hono/zod-openapi";
import type { GenericValidator, Infer, Validator } from "convex/values";
import type { Fields } from "../../../domain/records/fields";
import type { Answer } from "./calls";
import { id, instant, toInstant } from "./entities";
import { recordResponses, toRecordResponse } from "./recordResponses";
import { z } from "./zod";

type AnyValidator = Validator<unknown, "required" | "optional", string>;

interface Part {
  readonly schema: Zod.ZodType;
  readonly convert: (value: unknown) => unknown;
}

const same = (schema: Zod.ZodType): Part => ({ schema, convert: (value) => value });

/** Makes the REST answer of what a function returns; `fields` describe those that the record's description names. */
export function answerOf<V extends GenericValidator>(
  name: string,
  returns: V,
  fields: Fields = {},
): Answer<Infer<V>> {
  const { schema, convert } = partOf(returns, "", fields);
  return { schema: schema.openapi(name), toAnswer: convert };
}

function partOf(validator: AnyValidator, name: string, fields: Fields = {}): Part {
  switch (validator.kind) {
    case "id":
      return same(id);
    case "float64":
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
      const { schema, convert } = partOf(validator.element, name, fields);
      return { schema: z.array(schema), convert: (values) => (values as unknown[]).map(convert) };
    }
    case "union":
      return unionOf(validator.members, name, fields);
    case "object":
      return objectOf(validator.fields, fields);
    default:
      throw new Error(`A REST answer cannot hold ${validator.kind}`);
  }
}

/** One of several words, or something that may be null. */
function unionOf(members: readonly AnyValidator[], name: string, fields: Fields): Part {
  const others = members.filter(({ kind }) => kind !== "null");
  const words = others.flatMap((each) => (each.kind === "literal" ? [String(each.value)] : []));
  const part = words.length > 0 ? same(z.enum(words)) : others[0] && partOf(others[0], name, fields);
  if (!part || (others.length > 1 && words.length < others.length)) {
    throw new Error(`A REST answer cannot hold one of several things: ${name}`);
  }
  if (others.length === members.length) return part;
  return {
    schema: part.schema.nullable(),
    convert: (value) => (value === null ? null : part.convert(value)),
  };
}

function objectOf(validators: Readonly<Record<string, AnyValidator>>, fields: Fields): Part {
  const described = Object.fromEntries(Object.entries(fields).filter(([name]) => name in validators));
  const others = Object.entries(validators)
    .filter(([name]) => !(name in described))
    .map(([name, validator]) => ({ name, own: name === "_id" ? "id" : name, ...partOf(validator, name) }));
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
