/**
 * How a REST call is described: one contract holds method, path, permission, shapes and examples, and router,
 * request validation, OpenAPI document, reference page and refusal tests all come from it. Every contract is
 * mounted through an endpoint, which pairs it with its handler.
 */
import {
  createRoute,
  type OpenAPIHono,
  type RouteConfig,
  type RouteHandler,
  type z as Zod,
} from "@hono/zod-openapi";
import type { Context } from "hono";
import { PLAN_TYPES } from "../../../domain/constants/billing";
import { ERRORS, type ErrorCode } from "../../../domain/errors";
import type { ActionCtx } from "../../_generated/server";
import type { Demand } from "../model/demands";
import { z } from "./zod";

/** What handlers find in their context: the Convex action's. */
export interface RestEnv {
  Bindings: ActionCtx;
}

export type RestApp = OpenAPIHono<RestEnv>;

/** The body of every refusal. */
export const errorAnswer = z
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
      .openapi({ description: "The dog-limit check, where the plan holds no more dogs" }),
  })
  .openapi("Error");

/** Describes an answer with a JSON body. */
export const answer = <Schema extends Zod.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** Describes a JSON request body with an example that would be accepted. */
export const jsonBody = <Schema extends Zod.ZodType>(schema: Schema, example: Zod.input<Schema>) => ({
  required: true as const,
  content: { "application/json": { schema, example } },
});

/** Wraps a single object or a plain list, as every JSON answer but a delete's is. */
export const wrapped = <Schema extends Zod.ZodType>(schema: Schema) => z.object({ data: schema });

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

/** Wraps a page of a list. */
export const paged = <Schema extends Zod.ZodType>(schema: Schema) =>
  wrapped(z.object({ data: z.array(schema), pagination: paginationAnswer }));

/** What a delete answers, unwrapped. */
export const deletedAnswer = z.object({ success: z.literal(true) }).openapi("Deleted");

/** A refusal with one of `codes`, for the answers of a contract. */
export const refusal = (...codes: readonly ErrorCode[]) =>
  answer(errorAnswer, codes.map((code) => ERRORS[code].message).join(" "));

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds until the call may be tried again",
    schema: { type: "integer" as const },
  },
};

/** The refusals any call on a kennel's records may answer. */
export const REFUSALS = {
  400: refusal("VALIDATION_FAILED"),
  401: refusal("UNAUTHENTICATED"),
  403: refusal("FORBIDDEN"),
  404: refusal("NOT_FOUND"),
  429: { ...refusal("RATE_LIMITED"), headers: RETRY_AFTER },
  503: { ...refusal("SERVER_BUSY"), headers: RETRY_AFTER },
} as const;

/** An id in a path. */
export const idParam = (name: string, description: string) =>
  z
    .string()
    .min(1)
    .openapi({ param: { name, in: "path" }, description, example: "jd7f3k9m2" });

/** A contract whatever its shapes are. */
export type AnyContract = RouteConfig & {
  readonly operationId: string;
  readonly "x-permission": Demand;
  readonly summary: string;
  readonly tags: string[];
};

/** Makes a contract: everything in it needs the bearer token, unless it is for anybody. */
export const contract = <const Config extends AnyContract>(config: Config) =>
  createRoute({ ...config, security: config["x-permission"] === "anybody" ? [] : [{ bearer: [] }] });

/** A contract with its handler, ready to mount. */
export interface Endpoint {
  readonly contract: AnyContract;
  readonly mount: (app: RestApp) => void;
  readonly options: EndpointOptions;
}

interface EndpointOptions {
  /** Bytes of a body, where more than the usual is needed. */
  readonly maxBodyBytes?: number;
  /** Refuses whoever may not make the call at all, before a body that may be large is read. */
  readonly demands?: (ctx: ActionCtx) => Promise<void>;
  /** Lets a caller in without a token, as a signed address does. */
  readonly admits?: (c: Context<RestEnv>) => Promise<boolean>;
}

/** Pairs a contract with its handler. */
export const endpoint = <Contract extends AnyContract>(
  contract: Contract,
  handler: RouteHandler<Contract, RestEnv>,
  options: EndpointOptions = {},
): Endpoint => ({
  options,
  contract,
  mount: (app) => {
    app.openapi(contract, handler);
  },
});
