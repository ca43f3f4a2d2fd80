/**
 * What the entities of REST answers are made of. They are functions' answers, but that `_id` is `id` and instants are
 * ISO 8601 texts; everything else keeps its name.
 */
import type { z as Zod } from "@hono/zod-openapi";
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

interface Written<Instant> {
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** When a record was made and last saved. */
export const writtenFields = { createdAt: instant, updatedAt: instant };

/** Writes when a record was made and last saved. */
export const toWritten = ({ createdAt, updatedAt }: Written<number>): Written<string> => ({
  createdAt: toInstant(createdAt),
  updatedAt: toInstant(updatedAt),
});

interface Dog<Id> {
  readonly name: string;
  readonly callName: string | null;
  readonly _id: Id;
}

/** Names a dog beside a record of it. */
export const toNamedDog = <Id>({ _id, name, callName }: Dog<Id>) => ({ id: _id, name, callName });

interface Parent<Id> {
  readonly _id: Id;
  readonly name: string;
  readonly breed: string;
}

export const parentAnswer = z.object({ id, name: z.string(), breed: z.string() }).nullable();

/** Names a parent beside its offspring or breeding. */
export const toParentAnswer = <Id>(dog: Parent<Id> | null) =>
  dog && { id: dog._id, name: dog.name, breed: dog.breed };

/** Adds to an entity what was odd about what was saved. */
export const withWarnings = <Shape extends Zod.ZodRawShape>(entity: Zod.ZodObject<Shape>) =>
  entity.extend({
    warnings: z.array(z.string()).openapi({ description: "Warnings about what was saved" }),
  });

/** Adds the warnings to what is made of a record. */
export const toWarned =
  <Value, Made extends object>(toAnswer: (value: Value) => Made) =>
  (saved: Value & { readonly warnings: string[] }) => ({ ...toAnswer(saved), warnings: saved.warnings });
