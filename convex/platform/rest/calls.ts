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

/** The context of handlers, which is the context of a Convex action. */
export interface RestEnv {
  Bindings: ActionCtx;
}

export type RestApp = OpenAPIHono<RestEnv>;

/** The body of every error response. */
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

/** Describes a JSON request body with a valid example. */
export const jsonBody = <Schema extends Zod.ZodType>(schema: Schema, example: Zod.input<Schema>) => ({
  required: true as const,
  content: { "application/json": { schema, example } },
});

/** Describes a request body of fields and files. */
export const formBody = <Schema extends Zod.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "multipart/form-data": { schema } },
});

/** Describes a request body that is either JSON or a form. The request's content type decides. */
export const jsonOrFormBody = <Json extends Zod.ZodType, Form extends Zod.ZodType>(
  schema: Json,
  form: Form,
): { readonly content: Content<Json | Form> } => ({
  content: { "application/json": { schema }, "multipart/form-data": { schema: form } },
});

/** The result of a call: its documentation, and the conversion of a value to the body. */
interface Returned<Value> {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: Zod.ZodType }>>;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: { readonly type: "string" } }>
  >;
  readonly toBody: (value: Value) => object;
}

/** Returns a value unchanged as JSON. */
export const plain = <Schema extends Zod.ZodType>(
  schema: Schema,
  description: string,
): Returned<Zod.input<Schema> & object> => ({ description, content: json(schema), toBody: (value) => value });

/** How REST converts a record that a function returns. */
export interface Answer<Value> {
  readonly schema: Zod.ZodType;
  readonly toAnswer: (value: Value) => unknown;
}

/** Describes a converted result. */
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

/** A single record. */
export const oneOf = <Value>({ schema, toAnswer }: Answer<Value>, description: string): Returned<Value> =>
  wrapped(schema, description, toAnswer);

/** A plain list of records. */
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

/** A page in the form that functions return. */
export interface Page<Value> {
  readonly data: readonly Value[];
  readonly pagination: Zod.input<typeof paginationAnswer>;
}

/** A page of a list of records. */
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

/** A confirmation of a deletion, without other data. */
export const gone = (description: string): Returned<void> => ({
  description,
  content: json(deletedAnswer),
  toBody: () => ({ success: true }),
});

/** A file. The handler itself creates the response. */
export const fileOf = (description: string, ...types: readonly string[]): Returned<Response> => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: z.string().openapi({ format: "binary" }) }]),
  ),
  toBody: (response) => response,
});

/** A file with its stored content type. */
export const ANY_FILE = fileOf("The file", "application/octet-stream");

/** Errors of any call on a kennel's records. */
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

/** Errors of any call on the caller's own account. */
export const OWN_REFUSALS: readonly ErrorCode[] = ["UNAUTHENTICATED", "RATE_LIMITED", "SERVER_BUSY"];

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds until the call may be tried again",
    schema: { type: "integer" as const },
  },
};

/** The statuses of errors whose response contains the time of the next allowed try. */
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

/** An id in a path. */
export const idParam = (name: string, description: string) =>
  z
    .string()
    .min(1)
    .openapi({ param: { name, in: "path" }, description, example: "jd7f3k9m2" });

/** The contract of a call with any shapes. */
export type AnyContract = RouteConfig & {
  readonly operationId: string;
  readonly "x-permission": Requirement;
  readonly summary: string;
  readonly tags: string[];
};

/** A call in the form that the router needs. */
export interface Endpoint {
  readonly contract: AnyContract;
  readonly mount: (app: RestApp) => void;
  readonly options: EndpointOptions;
}

interface EndpointOptions {
  /** The size limit of the body, if it exceeds the general limit. */
  readonly maxBodyBytes?: number;
  /** Refuses a caller without the right to the call before the body is read, because the body may be large. */
  readonly demands?: (ctx: ActionCtx) => Promise<void>;
  /** Admits a caller without a token, for example one with a signed address. */
  readonly admits?: (c: Context<RestEnv>) => Promise<boolean>;
}

/** The values that a handler receives. */
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
  /** Errors in addition to those that every such call can return. */
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
