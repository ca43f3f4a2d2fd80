/**
 * What the entities of REST answers are made of. They are functions' answers, but that `_id` is `id` and instants are
 * ISO 8601 texts; everything else keeps its name.
 */
import { z } from "./zod";

export const textOrNull = z.string().nullable();
export const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
export const id = z.string().openapi({ example: "jd7f3k9m2" });

/** Writes an instant the way the API does. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();
