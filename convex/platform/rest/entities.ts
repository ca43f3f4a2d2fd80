/**
 * What the entities of REST answers are made of. They are functions' answers, but that `_id` is `id` and instants are
 * ISO 8601 texts; everything else keeps its name.
 */
import { z } from "./zod";

export const textOrNull = z.string().nullable();
export const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
export const id = z.string().openapi({ example: "jd7f3k9m2" });
export const count = z.number().int();

/** Numbers by a choice, one for each of its names. */
export const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>, // made of all names
  );

/** A calendar day, with an example of its own where the usual one would mislead. */
export const dayLike = (example: string) =>
  z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example });

/** Writes an instant the way the API does. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();

export const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
