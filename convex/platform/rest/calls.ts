/**
 * Describes REST calls. The description of a call contains its method, path, permission, shapes, examples and
 * handler. The router, the validation of requests, the OpenAPI document, the reference page and the tests of
 * refusals are all derived from it.
 */
import { createRoute, type OpenAPIHono, type RouteConfig, type z as Zod } from "@hono/zod-openapi";
import type { Context } from "hono";
import { PLAN_TYPES } from "../../../domain/billing/rules";
import { ERRORS, type ErrorCode } from "../../../domain/errors";
import type { ActionCtx } from "../../_generated/server";
import type { Requirement } from "../model/people/requirements";
import { withDay, withKennel } from "./request";
import { z } from "./zod";

/** The handlers receive the context of a Convex action. */
export interface RestEnv {
  Bindings: ActionCtx;
}

export type RestApp = OpenAPIHono<RestEnv>;

const errorAnswer = z
  .object({
    message: z.string().openapi({ example: ERRORS.VALIDATION_FAILED.message }),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .openapi({ description: "Messages by field", example: { name: "Name is required" } }),
    dogLimit: z
      .object({
        canAddDog: z.boolean(),
        currentCount: z.number().int(),
        limit: z.number().int().nullable(),
        planType: z.enum(PLAN_TYPES),
      })
      .optional()
      .openapi({ description: "The dog-limit check, when the plan's dog limit has been reached" }),
  })
  .openapi("Error");

const json = <Schema extends Zod.ZodType>(schema: Schema) => ({ "application/json": { schema } });

type Content<Schema> = Partial<
  Record<"application/json" | "multipart/form-data", { readonly schema: Schema; readonly example?: unknown }>
>;

/** The example must be valid. */
export const jsonBody = <Schema extends Zod.ZodType>(schema: Schema, example: Zod.input<Schema>) => ({
  required: true as const,
  content: { "application/json": { schema, example } },
});

export const formBody = <Schema extends Zod.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "multipart/form-data": { schema } },
});

/** The request's content type decides between JSON and a form. */
export const jsonOrFormBody = <Json extends Zod.ZodType, Form extends Zod.ZodType>(
  schema: Json,
  form: Form,
): { readonly content: Content<Json | Form> } => ({
  content: { "application/json": { schema }, "multipart/form-data": { schema: form } },
});

/** Documents a result, and converts a value to the body. */
interface Returned<Value> {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: Zod.ZodType }>>;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: { readonly type: "string" } }>
  >;
  readonly toBody: (value: Value) => object;
}

/** The value is unchanged. */
export const plain = <Schema extends Zod.ZodType>(
  schema: Schema,
  description: string,
): Returned<Zod.input<Schema> & object> => ({ description, content: json(schema), toBody: (value) => value });

export interface Answer<Value> {
  readonly schema: Zod.ZodType;
  readonly toAnswer: (value: Value) => unknown;
}

export const answer = <Schema extends Zod.ZodType, Value>(
  schema: Schema,
  toAnswer: (value: Value) => Zod.input<Schema>,
): Answer<Value> => ({ schema, toAnswer });

const wrapped = <Value>(
  schema: Zod.ZodType,
  description: string,
  toData: (value: Value) => unknown,
): Returned<Value> => ({
  description,
  content: json(z.object({ data: schema })),
  toBody: (value) => ({ data: toData(value) }),
});

/** An unchanged value, wrapped in `data` like every JSON body except the body of a deletion. */
export const one = <Schema extends Zod.ZodType>(
  schema: Schema,
  description: string,
): Returned<Zod.input<Schema>> => wrapped(schema, description, (value) => value);

export const oneOf = <Value>({ schema, toAnswer }: Answer<Value>, description: string): Returned<Value> =>
  wrapped(schema, description, toAnswer);

export const listOf = <Value>(
  { schema, toAnswer }: Answer<Value>,
  description: string,
): Returned<readonly Value[]> => wrapped(z.array(schema), description, (values) => values.map(toAnswer));

export const paginationAnswer = z
  .object({
    totalPages: z.number().int(),
    totalItems: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  })
  .openapi("Pagination");

export interface Page<Value> {
  readonly data: readonly Value[];
  readonly pagination: Zod.input<typeof paginationAnswer>;
}

export const pageOf = <Value>(
  { schema, toAnswer }: Answer<Value>,
  description: string,
): Returned<Page<Value>> =>
  wrapped(
    z.object({ data: z.array(schema), pagination: paginationAnswer }),
    description,
    ({ data, pagination }) => ({ data: data.map(toAnswer), pagination }),
  );

const deletedAnswer = z.object({ success: z.literal(true) }).openapi("Deleted");

/** The response contains no other data. */
export const gone = (description: string): Returned<void> => ({
  description,
  content: json(deletedAnswer),
  toBody: () => ({ success: true }),
});

/** The handler itself creates the response. */
export const fileOf = (description: string, ...types: readonly string[]): Returned<Response> => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: z.string().openapi({ format: "binary" }) }]),
  ),
  toBody: (response) => response,
});

/** The response has the file's stored content type. */
export const ANY_FILE = fileOf("The file", "application/octet-stream");

/** Any call on a kennel's records can return these errors. */
export const USUAL_REFUSALS: readonly ErrorCode[] = [
  ...([
    "VALIDATION_FAILED",
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "NOT_FOUND",
    "RATE_LIMITED",
    "SERVER_BUSY",
  ] as const),
];

/** Any call on the caller's own account can return these errors. */
export const OWN_REFUSALS: readonly ErrorCode[] = ["UNAUTHENTICATED", "RATE_LIMITED", "SERVER_BUSY"];

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds until the call may be tried again",
    schema: { type: "integer" as const },
  },
};

/** Errors with these statuses contain the time of the next allowed try. */
const TRIED_AGAIN: readonly number[] = [ERRORS.RATE_LIMITED.status, ERRORS.SERVER_BUSY.status];

function refusals(codes: readonly ErrorCode[]): RouteConfig["responses"] {
  const messages = new Map<number, string[]>();
  for (const code of codes) {
    const { status, message } = ERRORS[code];
    messages.set(status, [...(messages.get(status) ?? []), message]);
  }
  return Object.fromEntries(
    [...messages].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.join(" "),
        content: json(errorAnswer),
        ...(TRIED_AGAIN.includes(status) && { headers: RETRY_AFTER }),
      },
    ]),
  );
}

export const idParam = (name: string, description: string) =>
  z
    .string()
    .min(1)
    .openapi({ param: { name, in: "path" }, description, example: "jd7f3k9m2" });

export type AnyContract = RouteConfig & {
  readonly operationId: string;
  readonly "x-permission": Requirement;
  readonly summary: string;
  readonly tags: string[];
};

export interface Endpoint {
  readonly contract: AnyContract;
  readonly mount: (app: RestApp) => void;
  readonly options: EndpointOptions;
}

interface EndpointOptions {
  /** Set if the limit exceeds the general limit. */
  readonly maxBodyBytes?: number;
  /** Refuses a caller without the right before the body is read, because the body may be large. */
  readonly demands?: (ctx: ActionCtx) => Promise<void>;
  /** Admits a caller without a token, for example one with a signed address. */
  readonly admits?: (c: Context<RestEnv>) => Promise<boolean>;
}

interface Given<Params, Query, Body> {
  readonly env: ActionCtx;
  readonly params: Zod.output<Params>;
  readonly query: Zod.output<Query>;
  readonly body: Zod.output<Body>;
}

export interface Call<
  Params extends Zod.ZodObject,
  Query extends Zod.ZodObject,
  Body extends Zod.ZodType,
  Value,
> extends EndpointOptions {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly permission: Requirement;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: { readonly required?: boolean; readonly content: Content<Body> };
  readonly returns: Returned<Value>;
  /** Additional errors of this call. */
  readonly refusals?: readonly ErrorCode[];
  readonly usualRefusals?: readonly ErrorCode[];
  /** Returns the value, or a response of its own. */
  readonly run: (
    given: Given<Params, Query, Body>,
    c: Context<RestEnv>,
  ) => Value | Response | Promise<Value | Response>;
}

const PLACES = { params: "param", query: "query" } as const;

const describe =
  (method: "get" | "post" | "put" | "patch" | "delete") =>
  <Params extends Zod.ZodObject, Query extends Zod.ZodObject, Body extends Zod.ZodType, Value>(
    path: string,
    {
      permission,
      params,
      query,
      body,
      returns,
      refusals: more = [],
      usualRefusals = permission === "anybody" ? [] : USUAL_REFUSALS,
      run,
      operationId,
      tags,
      summary,
      description,
      ...options
    }: Call<Params, Query, Body, Value>,
  ): Endpoint => {
    const { toBody, ...answer } = returns;
    // A POST call creates something.
    const status = method === "post" ? 201 : 200;
    const contract = createRoute({
      ...{ operationId, method, path, tags: [...tags], summary, "x-permission": permission },
      ...(description !== undefined && { description }),
      request: { ...(params && { params }), ...(query && { query }), ...(body && { body }) },
      responses: {
        [status]: answer,
        ...refusals([...usualRefusals, ...more]),
      },
      // Every call needs the bearer token, unless the call is public.
      security: permission === "anybody" ? [] : [{ bearer: [] }],
    });
    return {
      contract,
      options,
      mount: (app) => {
        app.openapi(contract, async (c) => {
          // The router has checked each part against the contract's schema.
          const valid = (place: string): unknown => c.req.valid(place as never);
          const isForm = (c.req.header("Content-Type") ?? "").startsWith("multipart/form-data");
          const parts = await withDay(c.env, {
            ...(params && { params: valid(PLACES.params) }),
            ...(query && { query: await withKennel(c.env, valid(PLACES.query)) }),
            ...(body && { body: await withKennel(c.env, valid(isForm ? "form" : "json")) }),
          });
          const value = await run({ env: c.env, ...parts } as Given<Params, Query, Body>, c);
          // The type `Returned` has checked the value against the schema.
          return (value instanceof Response ? value : c.json(toBody(value), status)) as never;
        });
      },
    };
  };

export const get = describe("get");
export const post = describe("post");
export const put = describe("put");
export const patch = describe("patch");
/** `delete` is a reserved word in JavaScript. */
export const del = describe("delete");
