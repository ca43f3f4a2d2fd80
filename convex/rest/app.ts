/**
 * The REST application: rules for other origins, the size limit of a body, and the endpoints with the sign-in
 * before each endpoint. A single place converts every failure to `{message, errors?}` with its status. Paths
 * without an id are mounted before paths with an id.
 */
import { OpenAPIHono, type z as Zod } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import {
  ERRORS,
  fail,
  getErrorData,
  type ErrorCode,
  type ErrorDetails,
  type FieldErrors,
} from "../../domain/errors";
import { fieldErrorsOf } from "../../domain/records/parse";
import { internal } from "../_generated/api";
import { env } from "../_generated/server";
import { endpoints } from "../endpoints";
import type { Endpoint, RestApp, RestEnv } from "../platform/rest/calls";
import { keyInHeader } from "../accounts/model/apiKeys";
import { callWithKey } from "./keyCalls";
import { mountReference } from "./reference";

export const BASE_PATH = "/api";

const MAX_BODY_BYTES = 1024 * 1024;

/** Applies to a body whose length is not announced. Convex has the same limit for all requests. */
const MAX_UNANNOUNCED_BYTES = 20 * 1024 * 1024;

/** Preflight responses may be cached this long. */
const PREFLIGHT_SECONDS = 600;

const allowedOrigins = (): string[] =>
  (env.STUDBOOK_CORS_ORIGINS ?? "").split(",").map((origin) => origin.trim());

function answerError(c: Context, code: ErrorCode, message: string, details: ErrorDetails = {}): Response {
  const { status } = ERRORS[code];
  const { fields: errors, retryAfterSeconds, dogLimit } = details;
  const headers: Record<string, string> = {
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  };
  return c.json({ message, ...(errors && { errors }), ...(dogLimit && { dogLimit }) }, status, headers);
}

const ROUTER_REFUSALS: Partial<Record<number, ErrorCode>> = {
  400: "MALFORMED_BODY",
  413: "BODY_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/** A call that was refused because too many other calls were running may be repeated after this time. */
const BUSY_RETRY_SECONDS = 1;

/**
 * A nested call failed because of other running calls: Convex's limit of simultaneous functions was reached, or
 * every attempt of a mutation conflicted with another mutation.
 */
const BUSY = /Too many concurrent requests|changed while this mutation was being run/;

const STORAGE_RETRY_SECONDS = 60;

/** The file could not be stored because the disk is full or fails. */
const NOT_STORED = /There is no room to store the file|The file could not be stored/;

function answerUnexpected(c: Context, error: Error): Response {
  // If the client has disconnected during the request, the disconnection caused the error, and nobody waits for the
  // response.
  if (c.req.raw.signal.aborted) return c.body(null, 400);
  const requestId = crypto.randomUUID();
  // oxlint-disable-next-line no-console -- the cause goes to the log, under the id that the caller can quote
  console.error(`Request ${requestId} failed: ${error.stack ?? error.message}`);
  return answerError(c, "INTERNAL", `${ERRORS.INTERNAL.message} Request ${requestId}.`);
}

function handleError(error: Error, c: Context): Response {
  const data = getErrorData(error);
  if (data) return answerError(c, data.code, data.message, data.details);
  if (BUSY.test(error.message)) {
    return answerError(c, "SERVER_BUSY", ERRORS.SERVER_BUSY.message, {
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    });
  }
  if (NOT_STORED.test(error.message)) {
    return answerError(c, "STORAGE_UNAVAILABLE", ERRORS.STORAGE_UNAVAILABLE.message, {
      retryAfterSeconds: STORAGE_RETRY_SECONDS,
    });
  }
  const code = error instanceof HTTPException ? ROUTER_REFUSALS[error.status] : undefined;
  return code ? answerError(c, code, ERRORS[code].message) : answerUnexpected(c, error);
}

/** Admits only signed-in callers within their rate limit, and records a first sign-in like the web app. */
async function signIn(c: Context<RestEnv>, next: () => Promise<void>): Promise<void> {
  // Convex throws for an invalid token. Such a caller counts as signed out.
  const identity = await c.env.auth.getUserIdentity().catch(() => null);
  if (identity === null) fail("UNAUTHENTICATED");
  await c.env.runMutation(internal.accounts.users.admitToRest, {});
  await next();
}

const idsIn = (path: string): number => path.split("{").length;

/** A fixed segment is tried before an id at the same place. */
export const inMountingOrder = (all: readonly Endpoint[]): Endpoint[] =>
  [...all].sort((a, b) => idsIn(a.contract.path) - idsIn(b.contract.path));

const routingPath = (path: string): string => path.replaceAll(/\{([^{}]+)\}/g, ":$1");

const isForm = (c: Context<RestEnv>): boolean =>
  (c.req.header("Content-Type") ?? "").startsWith("multipart/form-data");

/** Without this check, the router would only report missing fields of a form with another content type. */
async function requireForm(c: Context<RestEnv>, next: () => Promise<void>): Promise<void> {
  if (!isForm(c)) fail("UNSUPPORTED_MEDIA_TYPE");
  await next();
}

const refuseForm = (error: unknown): never => {
  if (error instanceof Error && NOT_STORED.test(error.message)) throw error;
  return fail("MALFORMED_BODY");
};

/**
 * The runtime streams a form to disk if it is read by the request's own method. The router would first load the
 * whole form into memory. The contract checks the form here.
 */
async function readForm(c: Context<RestEnv>, next: () => Promise<void>): Promise<void> {
  if (isForm(c)) await c.req.formData().catch(refuseForm);
  await next();
}

/** A body of unknown length is loaded into memory, so it has the smaller limit. */
const limitBody = (maxBytes: number): MiddlewareHandler => {
  const onError = () => fail("BODY_TOO_LARGE");
  const known = bodyLimit({ maxSize: maxBytes, onError });
  const unknown = bodyLimit({ maxSize: Math.min(maxBytes, MAX_UNANNOUNCED_BYTES), onError });
  return async (c, next) => await (c.req.header("Content-Length") === undefined ? unknown : known)(c, next);
};

function mountEndpoint(app: RestApp, { contract, mount, options }: Endpoint): void {
  const path = routingPath(contract.path);
  const { maxBodyBytes = MAX_BODY_BYTES, admits, demands } = options;
  app.on(contract.method, path, limitBody(maxBodyBytes), async (c, next) => {
    if (contract["x-permission"] === "anybody" || (admits && (await admits(c)))) return await next();
    const key = keyInHeader(c.req.header("Authorization"));
    if (key !== null) return await callWithKey(c.env, c.req.raw, key);
    return await signIn(c, next);
  });
  const { content = {} } = contract.request?.body ?? {};
  if (demands) {
    app.on(contract.method, path, async (c, next) => {
      await demands(c.env);
      await next();
    });
  }
  const isFormAlone = "multipart/form-data" in content && !("application/json" in content);
  if (isFormAlone) app.on(contract.method, path, requireForm);
  if ("multipart/form-data" in content) app.on(contract.method, path, readForm);
  mount(app);
}

const HALF_CHARACTER = /\p{Surrogate}/u;

/** An unpaired surrogate cannot be stored. Returns the field that contains one, or null. */
function findHalfCharacter(value: unknown, field = ""): string | null {
  if (typeof value === "string") return HALF_CHARACTER.test(value) ? field : null;
  if (typeof value !== "object" || value === null || value instanceof Blob) return null;
  for (const [name, inside] of Object.entries(value)) {
    if (HALF_CHARACTER.test(name)) return field || name;
    const found = findHalfCharacter(inside, field || name);
    if (found !== null) return found;
  }
  return null;
}

interface Refused {
  readonly target: string;
  readonly error: Zod.ZodError;
  /** A parameter that is repeated in the address is a list. */
  readonly data?: unknown;
}

/** A list is allowed here but one of its entries is invalid. */
const isOfPart = (issue: Zod.core.$ZodIssue): boolean =>
  issue.path.length > 1 ||
  (issue.code === "invalid_union" && issue.errors.some((ways) => ways.some(({ path }) => path.length > 0)));

/** If a parameter is repeated without permission, only this error is returned. */
function refusedFields({ target, error, data }: Refused): FieldErrors {
  const fields = fieldErrorsOf(error);
  if (target !== "query") return fields;
  const given = new Map(Object.entries(data ?? {}));
  for (const issue of error.issues) {
    const name = String(issue.path[0]);
    if (!isOfPart(issue) && Array.isArray(given.get(name))) {
      fields[name] = "This parameter may be given only once";
    }
  }
  return fields;
}

export function createRestApp(): RestApp {
  const app: RestApp = new OpenAPIHono<RestEnv>({
    defaultHook: (result) => {
      if (!result.success) fail("VALIDATION_FAILED", { fields: refusedFields(result) });
      const field = findHalfCharacter(result.data);
      if (field !== null)
        fail("VALIDATION_FAILED", { fields: { [field]: "This text contains half a character" } });
    },
  }).basePath(BASE_PATH);
  app.onError(handleError);
  app.notFound((c) => answerError(c, "NOT_FOUND", ERRORS.NOT_FOUND.message));
  // Mounted before the rules for other origins, because pages of any origin may read the reference.
  mountReference(app);
  app.use(
    cors({
      origin: (origin) => (allowedOrigins().includes(origin) ? origin : null),
      allowHeaders: ["Authorization", "Content-Type"],
      exposeHeaders: ["Retry-After"],
      credentials: true,
      maxAge: PREFLIGHT_SECONDS,
    }),
  );
  for (const endpoint of inMountingOrder(endpoints)) mountEndpoint(app, endpoint);
  return app;
}
