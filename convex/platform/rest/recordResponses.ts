/**
 * Derives REST from a record's description (domain/records): the fields of responses and requests, and the
 * conversions from and to the functions' values. In REST, amounts are in dollars, times are ISO strings, and names
 * do not end in a unit: `priceCents` is `price`, `birthWeightGrams` is `birthWeight`.
 */
import type { z as Zod } from "@hono/zod-openapi";
import type { Field, Fields } from "../../../domain/records/fields";
import { namesOf, type AnswersOf, type ValuesOf } from "../../../domain/records/record";
import { spoken } from "../../../domain/formatting/formatting";
import { CONFIDENTIAL_NOTE, dollars, requiredDollars, toCents, toDollars } from "./money";
import { z } from "./zod";

type Unit<F extends Field> = F extends { type: "cents" }
  ? "Cents"
  : F extends { unit: infer Name extends string }
    ? Capitalize<Name>
    : never;
type RestName<Name, F extends Field> = Name extends `${infer Stem}${Unit<F>}` ? Stem : Name;
type RestValue<F extends Field, Value> = F extends { type: "instant" }
  ? Exclude<Value, number> | string
  : Value;
type RestValues<F extends Fields> = {
  [Name in keyof F as RestName<Name, F[Name]>]: RestValue<F[Name], ValuesOf<F>[Name]>;
};
type RestAnswers<F extends Fields> = {
  [Name in keyof F as RestName<Name, F[Name]>]: RestValue<F[Name], AnswersOf<F>[Name]>;
};

function nameOf(name: string, field: Field): string {
  const unit = field.type === "cents" ? "cents" : field.type === "number" ? (field.unit ?? "") : "";
  return unit !== "" && name.endsWith(spoken(unit)) ? name.slice(0, -unit.length) : name;
}

/** The keys are the fields' names in REST. */
const mapRest = <Made>(fields: Fields, make: (field: Field, name: string) => Made): Record<string, Made> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [nameOf(name, field), make(field, name)]));

function shapeOf(field: Field): Zod.ZodType {
  switch (field.type) {
    case "choice":
      return z.enum(field.choices);
    case "flag":
      return z.boolean();
    case "cents":
      return z.number();
    case "number":
      return field.unit ? z.number() : z.number().int();
    case "instant":
      return z.string().openapi({ format: "date-time" });
    case "group":
      return z.object(recordResponses(field.fields));
    case "entries":
      return z.array(z.object(recordResponses(field.fields)));
    case "list":
      return z.array(z.enum(field.choices));
    case "text":
    case "notes":
    case "day":
    case "reference":
      return z.string();
    default:
      return field satisfies never;
  }
}

function aboutOf(field: Field): string | undefined {
  if (field.type === "day") return `${field.about ?? "Calendar day"}, YYYY-MM-DD`;
  if (field.type === "cents") return field.about ?? "US dollars";
  return field.about ?? (field.type === "number" && field.unit ? spoken(field.unit) : undefined);
}

/** The API reference shows this text for responses. */
const aboutAnswer = (field: Field): string | undefined =>
  field.isConfidential
    ? [aboutOf(field) ?? field.label, CONFIDENTIAL_NOTE].filter(Boolean).join("; ")
    : aboutOf(field);

/** A field is null if it is empty or hidden. */
export const recordResponses = <F extends Fields>(fields: F) =>
  mapRest(fields, (field) => {
    const shape = shapeOf(field);
    return (field.presence === "optional" || field.isConfidential ? shape.nullable() : shape).openapi({
      description: aboutAnswer(field),
      example: field.example ?? (field.type === "instant" ? "2025-06-15T12:00:00.000Z" : undefined),
    });
    // Each shape belongs to its field.
  }) as unknown as {
    [Name in keyof RestAnswers<F>]: Zod.ZodType<RestAnswers<F>[Name], RestAnswers<F>[Name]>;
  };

type Shapes<F extends Fields> = { readonly [Name in keyof F]: Zod.ZodType };
type Body<F extends Fields, S extends Shapes<F>> = {
  [Name in keyof F as RestName<Name, F[Name]>]: F[Name] extends { type: "cents" }
    ? F[Name] extends { presence: "optional" }
      ? ReturnType<typeof dollars>
      : Zod.ZodOptional<ReturnType<typeof requiredDollars>>
    : F[Name] extends { type: "instant" }
      ? Zod.ZodOptional<Zod.ZodNullable<Zod.ZodISODateTime>>
      : S[Name];
};

function sentShapeOf(field: Field, name: string, shape: Zod.ZodType): Zod.ZodType {
  if (field.type === "cents" && field.presence === "optional") return dollars(field.label);
  if (field.type === "cents") {
    return requiredDollars(field.label)
      .optional()
      .openapi({ description: aboutOf(field), example: 1500 });
  }
  if (field.type === "instant")
    return z.iso
      .datetime({ error: `${name} must be a time such as 2025-03-05T03:20:00Z` })
      .nullish()
      .openapi({ description: aboutOf(field) });
  if (field.type !== "number" || !field.unit) return shape;
  return shape.optional().openapi({ description: aboutOf(field), example: field.example });
}

/** A body has the same shape as the arguments of the function. */
export const recordBody = <F extends Fields, S extends Shapes<F>>(fields: F, shapes: S) =>
  mapRest(fields, (field, name) => sentShapeOf(field, name, shapes[name as keyof F])) as unknown as Body<
    F,
    S
  >; // Each shape belongs to its field.

/** Only described fields are converted. */
export const toRecordResponse = <F extends Fields>(fields: F, values: AnswersOf<F>): RestAnswers<F> =>
  mapRest(fields, (field, name) => {
    const value: unknown = values[name];
    if (typeof value !== "number") return value;
    if (field.type === "cents") return toDollars(value);
    return field.type === "instant" ? new Date(value).toISOString() : value;
  }) as RestAnswers<F>; // Each value belongs to its field.

/** An omitted field is not added. */
export const toRecordFields = <F extends Fields, Sent extends Partial<RestValues<F>>>(
  fields: F,
  sent: Sent,
) =>
  Object.fromEntries(
    namesOf(fields).map((name) => {
      const field = fields[name] as Field;
      const value: unknown = Reflect.get(sent, nameOf(name, field));
      if (field.type === "cents" && typeof value === "number") return [name, toCents(value)];
      return [name, field.type === "instant" && typeof value === "string" ? Date.parse(value) : value];
    }),
  ) as {
    [Name in keyof F]: RestName<Name, F[Name]> extends infer Own extends keyof Sent
      ? F[Name] extends { type: "instant" }
        ? Exclude<Sent[Own], string> | number
        : Sent[Own]
      : undefined;
  };
