/**
 * The calls that most kinds of records have: list, get, create, change, delete, and single steps such as
 * completing. Each kind is described once. Addresses, names of operations, rights, texts, the id and the saved
 * version are derived, so a call contains only its own parts. `args` are the function's arguments other than the
 * fields: the id, the query and the version.
 */
import type { z as Zod } from "@hono/zod-openapi";
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import type { Area } from "../../../domain/permissions/rules";
import { fail, type ErrorCode } from "../../../domain/errors";
import type { Fields } from "../../../domain/records/fields";
import { changeShape, newShape } from "../../../domain/records/record";
import type { ActionCtx } from "../../_generated/server";
import type { Requirement } from "../model/people/requirements";
import {
  del,
  get,
  gone,
  idParam,
  jsonBody,
  oneOf,
  pageOf,
  patch,
  post,
  put,
  type Answer,
  type Endpoint,
  type Page,
} from "./calls";
import { recordBody, toRecordFields } from "./recordResponses";
import { kennelReference, pageQuery, savedVersion, toVersion } from "./request";
import { z } from "./zod";

interface Rights {
  readonly read: Requirement;
  readonly write: Requirement;
}

interface Kind<Id extends string, Value, Saved> {
  readonly path: string;
  readonly tags: readonly string[];
  /** An area whose rights are required for reading and changing, or other requirements. */
  readonly rights: Area | Rights;
  /** The noun is used in texts, such as 'health record'. */
  readonly noun: string;
  readonly plural?: string;
  /** The name is used for operations if it is longer than the noun. */
  readonly operation?: string;
  /** This argument of the function contains the id. */
  readonly id: Id;
  readonly idDescription?: string;
  readonly answer: Answer<Value>;
  /** Set if the result of a save contains more data. */
  readonly saved?: Answer<Saved>;
}

type Shape = Readonly<Record<string, Zod.ZodType>>;
type NoShape = Readonly<Record<never, Zod.ZodType>>;
type Args<Id extends string, Query> = { readonly [Name in Id]: string } & ValuesOf<Query>;
type ValuesOf<Query> = { readonly [Name in keyof Query]: Zod.output<Query[Name]> };
type Version = { readonly expectedUpdatedAt: number | undefined };

interface Words {
  readonly summary: string;
  readonly description?: string;
  /** Additional errors of this call. */
  readonly refusals?: readonly ErrorCode[];
}

interface Asked<Query> {
  readonly query?: Query;
}

interface Asking<Given, Value> extends Words {
  readonly run: (env: ActionCtx, args: Given) => Promise<Value>;
}

interface Step {
  readonly operationId: string;
  readonly permission?: Requirement;
  readonly returns?: string;
}

interface Sending<Given, Body extends Zod.ZodObject, Value, Query> extends Words, Asked<Query> {
  readonly body: Body;
  readonly example: Zod.input<Body>;
  readonly run: (env: ActionCtx, args: Given, body: Zod.output<Body>) => Promise<Value>;
}

type Call<Type extends "query" | "mutation", Value> = FunctionReference<
  Type,
  "public",
  DefaultFunctionArgs,
  Value
>;

interface Ordinary<Value, Saved> {
  readonly functions: {
    readonly list: Call<"query", Page<Value>>;
    readonly get: Call<"query", Value | null>;
    readonly create: Call<"mutation", Saved>;
    readonly update: Call<"mutation", Saved>;
    readonly remove: Call<"mutation", unknown>;
  };
  readonly fields: Fields;
  readonly examples: { readonly created: object; readonly changed: object };
  /** The API reference shows these texts if the noun alone is not enough. */
  readonly words?: Partial<Record<"list" | "get" | "create" | "update" | "remove", string>>;
  readonly query?: Shape;
  /** Parameters that are not in the body, such as today's date. */
  readonly writing?: Shape;
  /** The functions use the same names for these fields. */
  readonly also?: { readonly created?: Shape; readonly changed?: Shape };
  readonly refusals?: Partial<Record<"create" | "update" | "remove", readonly ErrorCode[]>>;
  /** A new record belongs to the kennel that the body contains. */
  readonly isOfKennel?: boolean;
}

const METHODS = { patch, post, put };

const pick = (body: Readonly<Record<string, unknown>>, shape: Shape): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, body[name]]));

/** 'health record' becomes 'HealthRecord'. */
const operationOf = (words: string): string =>
  words.replaceAll(/(?:^| )(\w)/gu, (_, letter: string) => letter.toUpperCase());

export function resource<const Id extends string, Value, Saved = Value>({
  path,
  tags,
  rights,
  noun,
  plural = `${noun}s`,
  operation = operationOf(noun),
  id,
  idDescription = `The ${noun}'s id`,
  answer,
  ...kind
}: Kind<Id, Value, Saved>) {
  const demands: Rights =
    typeof rights === "string" ? { read: `${rights}:read`, write: `${rights}:write` } : rights;
  const read = { tags, permission: demands.read };
  const write = { tags, permission: demands.write };
  const params = z.object({ id: idParam("id", idDescription) });
  const ownPath = `${path}/{id}`;
  // If a save has no result of its own, it returns the same result as reading.
  const saved = kind.saved ?? (answer as Answer<never> as Answer<Saved>);
  const stored = oneOf(saved, `The stored ${noun}`);
  const objectOf = <Query extends Shape>(query: Query | undefined) => query && z.object<Shape>(query);
  /** The arguments have the names that the called function expects. */
  const argsOf = <Query>(given: { params: { id: string }; query?: unknown }) =>
    ({ ...(given.query ?? {}), [id]: given.params.id }) as Args<Id, Query>; // The call's schemas have checked the values.

  const calls = {
    list: <Query extends Shape>({
      query,
      run,
      ...words
    }: Asking<ValuesOf<Query & typeof pageQuery> & { kennelId: string }, Page<Value>> &
      Asked<Query>): Endpoint =>
      get(path, {
        ...{ ...read, operationId: `list${operationOf(plural)}`, ...words },
        query: z.object<Shape>({ ...pageQuery, kennelId: kennelReference, ...query }),
        returns: pageOf(answer, `A page of ${plural}`),
        run: async (given) => await run(given.env, given.query as never), // The schema has checked the value.
      }),

    /** Throws NOT_FOUND if the function returns null. */
    get: ({ run, ...words }: Asking<Args<Id, NoShape>, Value | null>): Endpoint =>
      get(ownPath, {
        ...{ ...read, operationId: `get${operation}`, ...words, params },
        returns: oneOf(answer, `The ${noun}`),
        run: async ({ env, ...given }) => (await run(env, argsOf(given))) ?? fail("NOT_FOUND"),
      }),

    create: <Body extends Zod.ZodObject, Query extends Shape = NoShape>({
      query,
      body,
      example,
      run,
      ...words
    }: Sending<ValuesOf<Query>, Body, Saved, Query>): Endpoint =>
      post(path, {
        ...{ ...write, operationId: `create${operation}`, ...words },
        query: objectOf(query),
        body: jsonBody(body, example),
        returns: stored,
        run: async (given) => await run(given.env, given.query as never, given.body), // The schema has checked the value.
      }),

    /** Throws STALE_UPDATE if the record was saved after the given version. */
    update: <Body extends Zod.ZodObject, Query extends Shape = NoShape>({
      query,
      body,
      example,
      refusals = [],
      run,
      ...words
    }: Sending<Args<Id, Query> & Version, Body, Saved, Query>): Endpoint =>
      put(ownPath, {
        ...{ ...write, operationId: `update${operation}`, ...words, params },
        query: objectOf(query),
        body: jsonBody(body.extend({ updatedAt: savedVersion }) as Zod.ZodObject, example),
        returns: stored,
        refusals: ["STALE_UPDATE", ...refusals],
        run: async ({ env, body: { updatedAt, ...sent }, ...given }) => {
          const expectedUpdatedAt = toVersion(updatedAt as Zod.output<typeof savedVersion>);
          const args = { ...argsOf<Query>(given), expectedUpdatedAt };
          return await run(env, args, sent as Zod.output<Body>); // The body without the fields that were added to its schema here.
        },
      }),

    remove: <Query extends Shape = NoShape>({
      query,
      done = `The ${noun} was deleted`,
      run,
      ...words
    }: Asking<Args<Id, Query>, unknown> & Asked<Query> & { readonly done?: string }): Endpoint =>
      del(ownPath, {
        ...{ ...write, operationId: `delete${operation}`, ...words, params },
        query: objectOf(query),
        returns: gone(done),
        run: async ({ env, ...given }) => void (await run(env, argsOf(given))),
      }),

    /** Returns the changed record. */
    step: <Body extends Zod.ZodObject, Query extends Shape = NoShape, Stepped = Saved>(
      method: keyof typeof METHODS,
      step: string,
      {
        query,
        body,
        example,
        // If a step has no result of its own, it returns the same result as any change.
        answer: stepped = saved as Answer<never> as Answer<Stepped>,
        returns = `The stored ${noun}`,
        run,
        ...words
      }: Sending<Args<Id, Query>, Body, Stepped, Query> & Step & { readonly answer?: Answer<Stepped> },
    ): Endpoint =>
      METHODS[method](ownPath + step, {
        ...{ ...write, ...words, params },
        query: objectOf(query),
        body: jsonBody(body, example),
        returns: oneOf(stepped, returns),
        run: async ({ env, body: sent, ...given }) => await run(env, argsOf(given), sent),
      }),
  };

  return {
    ...calls,
    /** The five standard calls of an ordinary kind (platform/recordFunctions.ts). */
    ordinary: ({
      functions,
      fields,
      examples,
      words = {},
      query = {},
      writing = {},
      also: { created = {}, changed = {} } = {},
      refusals = {},
      isOfKennel = false,
    }: Ordinary<Value, Saved>): Endpoint[] => [
      calls.list({
        summary: words.list ?? `List a page of the kennel's ${plural}`,
        query,
        run: async (env, args) => await env.runQuery(functions.list, args),
      }),
      calls.get({
        summary: words.get ?? `Get a ${noun}`,
        run: async (env, args) => await env.runQuery(functions.get, args),
      }),
      calls.create({
        summary: words.create ?? `Add a ${noun}`,
        query: writing,
        body: z.object<Shape>({
          ...created,
          ...recordBody(fields, newShape(fields).shape),
          ...(isOfKennel && { kennelId: kennelReference }),
        }),
        example: { ...examples.created },
        refusals: refusals.create ?? ["LIMIT_REACHED"],
        run: async (env, args, body) =>
          await env.runMutation(functions.create, {
            ...{ ...toRecordFields(fields, body), ...pick(body, created), ...args },
            ...(isOfKennel && { kennelId: body["kennelId"] }),
          }),
      }),
      calls.update({
        summary:
          words.update ?? `Change a ${noun}; omitted fields stay unchanged, null or empty ones are cleared`,
        query: writing,
        body: z.object<Shape>({ ...changed, ...recordBody(fields, changeShape(fields).shape) }),
        example: { ...examples.changed },
        refusals: refusals.update ?? [],
        run: async (env, args, body) =>
          await env.runMutation(functions.update, {
            ...{ ...toRecordFields(fields, body), ...pick(body, changed), ...args },
          }),
      }),
      calls.remove({
        summary: words.remove ?? `Delete a ${noun}`,
        refusals: refusals.remove ?? [],
        run: async (env, args) => await env.runMutation(functions.remove, args),
      }),
    ],
  };
}
