/** The fields of REST answers that follow from a record's description (domain/records). */
import type { z as Zod } from "@hono/zod-openapi";
import type { Field, Fields } from "../../../domain/records/fields";
import { mapFields, type ValuesOf } from "../../../domain/records/record";
import { spoken } from "../../../domain/records/words";
import { z } from "./zod";

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
  return field.about ?? (field.type === "number" && field.unit ? spoken(field.unit) : undefined);
}

/** Makes the fields of an answer, null where nothing is given. */
export const recordAnswers = <F extends Fields>(fields: F) =>
  mapFields(fields, (field) => {
    const shape = shapeOf(field);
    return (field.presence === "optional" ? shape.nullable() : shape).openapi({
      description: aboutOf(field),
      example: field.example,
    });
    // Each shape is that of its field.
  }) as unknown as { [Name in keyof F]: Zod.ZodType<ValuesOf<F>[Name], ValuesOf<F>[Name]> };
