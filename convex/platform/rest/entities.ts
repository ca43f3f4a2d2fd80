/**
 * Parts that many REST responses share. A response is a function's result in which `_id` becomes `id` and times
 * become ISO 8601 strings. All other names stay unchanged.
 */
import { z } from "./zod";

export const textOrNull = z.string().nullable();
export const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
export const id = z.string().openapi({ example: "jd7f3k9m2" });
export const count = z.number().int();

export const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>, // The object has an entry for every name.
  );

/** A calendar day for which the general example would be misleading. */
export const dayLike = (example: string) =>
  z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example });

export const toInstant = (ms: number): string => new Date(ms).toISOString();

export const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
