/**
 * Parts of the entities in REST responses. They are functions' results, except that `_id` is `id` and times are ISO
 * 8601 texts; other names stay.
 */
import { z } from "./zod";

export const textOrNull = z.string().nullable();
export const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
export const id = z.string().openapi({ example: "jd7f3k9m2" });
export const count = z.number().int();

/** Numbers by a choice, one for each of its values. */
export const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>, // made of all names
  );

/** A calendar date, with its own example if the usual one would mislead. */
export const dayLike = (example: string) =>
  z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example });

/** Formats a time as in the API. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();

export const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
