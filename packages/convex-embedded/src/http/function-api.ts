/**
 * The HTTP API for functions: one request is one call. A function that fails gives an ordinary response (status
 * 200, `"status":"error"`). Other statuses mean that no function was called.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authenticator } from "../auth/authenticator.js";
import type { Timestamp } from "../database/api.js";
import type { Caller, FunctionFailure, FunctionRunner, FunctionSuccess } from "../functions/api.js";
import { failureOf, newRequestId } from "../errors.js";
import { componentOf, displayPath, pathIn } from "../functions/paths.js";
import { bytesFor, requireLevelsInBounds, type AnonymousBounds } from "../functions/request-bounds.js";
import { RETRY_AFTER_SECONDS } from "../functions/turns.js";
import { decodeTimestamp, encodeTimestamp } from "../sync/protocol/timestamp.js";
import { surrogateProblem } from "../values/well-formed.js";
import type { Arrivals } from "./arrivals.js";
import type { CallRates, LargeCalls } from "./call-rates.js";
import { readBytes } from "./body.js";
import { fieldsOf, readCallBody, type BodyOrigin, type CallBody, type CallFields } from "./call-body.js";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { readCaller } from "./credentials.js";
import { LARGE_CALL_BYTES, LARGE_CALL_BYTES_PER_VALUE } from "./limits.js";
import type { Pace } from "./pace.js";
import type { BodyReader } from "./reading-thread.js";
import { clientsOfRequest } from "./request-clients.js";
import { HttpError, sendJson, sendJsonText, tooManyRequests } from "./responses.js";
import { isFromThisMachine } from "./this-machine.js";
import { chooseFormat, formatValue, type ValueFormat } from "./value-format.js";

export interface FunctionApiServices {
  readonly runner: FunctionRunner;
  readonly authenticator: Authenticator;
  readonly database: { readonly latestTs: Timestamp };
  readonly maxArgsBytes: number;
  readonly anonymousBounds?: AnonymousBounds;
  readonly reader?: BodyReader | undefined;
  readonly addresses: Pick<ClientAddresses, "of">;
  readonly arrivals: Arrivals;
  readonly pace: Pace;
  readonly rates: CallRates;
  readonly largeCalls: LargeCalls;
}

type Outcome = FunctionSuccess | FunctionFailure;

interface Call {
  readonly path: string;
  readonly args: string;
  readonly caller: Caller;
  readonly format: ValueFormat;
  readonly ts: string | null;
}

/** Room for the fields around the arguments. */
const ENVELOPE_BYTES = 64 << 10;

/** The handler resolves with false for other paths. */
export function createFunctionApi(services: FunctionApiServices) {
  const handlers: Readonly<Record<string, (call: Call) => Promise<Outcome>>> = {
    "/api/query": (call) => runQuery(services, call),
    "/api/query_at_ts": (call) => runQuery(services, call, readTimestamp(call.ts)),
    "/api/mutation": (call) => services.runner.runMutation(call),
    "/api/action": (call) => services.runner.runAction(call),
    "/api/function": (call) => runAny(services, call),
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> => {
    const { pathname } = url;
    const handler = handlers[pathname];
    if (handler !== undefined) {
      if (pathname === "/api/query" && request.method === "GET") {
        await answer(services, response, await readQueryString(services, request, url), handler);
      } else {
        requirePost(request);
        await answer(services, response, await readCall(services, request), handler);
      }
      return true;
    }
    if (pathname === "/api/query_ts") {
      requirePost(request);
      sendJson(response, 200, { ts: encodeTimestamp(services.database.latestTs) });
      return true;
    }
    if (pathname === "/api/query_batch") {
      requirePost(request);
      await answerBatch(services, request, response);
      return true;
    }
    if (pathname.startsWith("/api/run/")) {
      requirePost(request);
      const path = readRunPath(pathname.slice("/api/run/".length));
      const call = await readCall(services, request, path);
      await answer(services, response, call, (each) => runAny(services, each));
      return true;
    }
    return false;
  };
}

function requirePost(request: IncomingMessage): void {
  if (request.method !== "POST")
    throw new HttpError(405, "MethodNotAllowed", "This path takes POST requests");
}

async function readCall(
  services: FunctionApiServices,
  request: IncomingMessage,
  path?: string,
): Promise<Call> {
  const known = await readCaller(request.headers.authorization, services.authenticator);
  const caller = { ...known, clients: clientsOfRequest(request, services.addresses, known.identity) };
  const body = await readBody(services, request, caller, { path });
  if (path === undefined) return callOf(services, request, caller, body);
  const { format = "json" } = body;
  return callOf(services, request, caller, { ...body, format, path });
}

/** Refuses the body if there is no more room for arriving bodies. */
async function readBody(
  services: FunctionApiServices,
  request: IncomingMessage,
  caller: Caller,
  called: Pick<BodyOrigin, "path" | "isBatch">,
): Promise<CallBody> {
  const { addresses, arrivals, maxArgsBytes, anonymousBounds = {}, pace, reader, runner } = services;
  // A body of unknown length is counted once it is complete.
  const { "content-length": announced } = request.headers;
  if (announced !== undefined) requireRoomForBytes(services, request, caller, Number(announced));
  const bytes = await readBytes(
    request,
    bytesFor(caller, maxArgsBytes + ENVELOPE_BYTES, anonymousBounds),
    (giveUp) => arrivals.open(clientKeyOf(addresses.of(request)), giveUp),
    () => pace.turnOf(request, addresses),
  );
  const { length } = bytes;
  if (announced === undefined) requireRoomForBytes(services, request, caller, length);
  const { identity, visibility } = caller;
  const origin = { caller: { identity, visibility }, anonymousBounds, ...called };
  const isApart = reader !== undefined && length > LARGE_CALL_BYTES;
  const body = isApart
    ? await reader.readBody(bytes, origin, runner, clientKeyOf(addresses.of(request)))
    : readCallBody(bytes.toString("utf8"), origin, runner);
  requireRoomForBytes(services, request, caller, body.values * LARGE_CALL_BYTES_PER_VALUE);
  await pace.between(length);
  return body;
}

/** Throws a 429. */
function requireRoomForBytes(
  { addresses, largeCalls }: FunctionApiServices,
  request: IncomingMessage,
  caller: Caller,
  bytes: number,
): void {
  if (caller.visibility === "internal" || isFromThisMachine(request)) return;
  const waitSeconds = largeCalls.take(clientKeyOf(addresses.of(request)), bytes);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

async function readQueryString(
  services: FunctionApiServices,
  request: IncomingMessage,
  url: URL,
): Promise<Call> {
  const caller = await readCaller(request.headers.authorization, services.authenticator);
  const text = url.searchParams.get("args") ?? "";
  let args: unknown;
  try {
    requireLevelsInBounds(text);
    args = JSON.parse(text);
  } catch {
    throw new HttpError(400, "BadJsonBody", 'The parameter "args" must be JSON');
  }
  const problem = surrogateProblem(text);
  if (problem !== null)
    throw new HttpError(400, "BadJsonBody", `The parameter "args" must be JSON: ${problem}`);
  const { searchParams } = url;
  const body = { path: searchParams.get("path"), args, format: searchParams.get("format") };
  return callOf(services, request, caller, fieldsOf(body));
}

function callOf(
  services: FunctionApiServices,
  request: IncomingMessage,
  caller: Caller,
  body: CallFields,
): Call {
  const { args, format } = body;
  const path = pathOf(body, caller);
  if (path === null) throw new HttpError(400, "BadJsonBody", 'The field "path" must be a string');
  if (args === null) throw new HttpError(400, "BadJsonBody", 'The field "args" must be an object');
  if (args.length > services.maxArgsBytes) {
    throw new HttpError(
      413,
      "ArgsTooLarge",
      `Arguments are too large (limit: ${services.maxArgsBytes} bytes)`,
    );
  }
  const client = request.headers["convex-client"];
  return { path, args, caller, format: chooseFormat(format, headerText(client)), ts: body.ts };
}

/** Tools with the admin key may name a component besides the function. */
function pathOf({ path, componentPath }: CallFields, caller: Caller): string | null {
  if (path === null || componentPath === null || componentPath === "") return path;
  if (caller.visibility === "internal") return pathIn(componentPath, path);
  throw new HttpError(
    403,
    "Forbidden",
    "Only admin or system users can call functions on non-root components directly",
  );
}

export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** `messages/list` is the function `list` of the module `messages`. */
function readRunPath(rest: string): string {
  let parts: string[];
  try {
    parts = rest.split("/").map(decodeURIComponent);
  } catch {
    parts = [];
  }
  const name = parts.pop();
  if (name === undefined || parts.length === 0) {
    throw new HttpError(
      400,
      "MissingIdentifier",
      "Path or function name not provided in path, e.g. /api/run/messages/list",
    );
  }
  return `${parts.join("/")}:${name}`;
}

function readTimestamp(text: string | null): Timestamp {
  const ts = text === null ? null : decodeTimestamp(text);
  if (ts === null) throw new HttpError(400, "BadTimestamp", 'The field "ts" must be a timestamp');
  return ts;
}

async function runQuery(
  { runner, database }: FunctionApiServices,
  call: Call,
  at?: Timestamp,
): Promise<Outcome> {
  if (at !== undefined && at > database.latestTs) {
    throw new HttpError(400, "BadTimestamp", 'The field "ts" is ahead of this server');
  }
  const { outcomes } = await runner.runQueries([{ ...call, journal: null }], at);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("A query ended without an outcome");
  return outcome;
}

function runAny(services: FunctionApiServices, call: Call): Promise<Outcome> {
  switch (services.runner.kindOf(call.path, call.caller.visibility)) {
    case "mutation":
      return services.runner.runMutation(call);
    case "action":
      return services.runner.runAction(call);
    case "query":
      return runQuery(services, call);
    case "httpAction":
    case null:
      return Promise.resolve(missingFunction(call.path));
  }
}

/** Convex's message, by which the CLI recognizes that it may list the functions. */
function missingFunction(path: string): FunctionFailure {
  const component = componentOf(path);
  const where = component === "" ? "" : ` in component '${component}'`;
  const message = `Could not find function for '${displayPath(path)}'${where}. Did you forget to run \`npx convex dev\`?`;
  return failureOf(newRequestId(), { message, frames: [] });
}

/**
 * Runs all members of a batch at one timestamp, as Convex does. Each member counts as a call for the sender's rate
 * limit, and waits for its turn separately.
 */
async function answerBatch(
  services: FunctionApiServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const caller = await readCaller(request.headers.authorization, services.authenticator);
  const { queries } = await readBody(services, request, caller, { isBatch: true });
  if (queries === null) throw new HttpError(400, "BadJsonBody", 'The field "queries" must be an array');
  requireRoom(services, request, caller, queries.length);
  const calls = queries.map((query) => {
    if (query !== null) return callOf(services, request, caller, query);
    throw new HttpError(400, "BadJsonBody", "Each query must be an object");
  });
  const results: string[] = [];
  let at: Timestamp | undefined;
  for (const call of calls) {
    await services.pace.turnOf(request, services.addresses);
    await services.pace.between(call.args.length);
    if (response.closed) return;
    const { ts, outcomes } = await services.runner.runQueries([{ ...call, journal: null }], at);
    at = ts;
    results.push(...outcomes.map((outcome) => outcomeText(outcome, call.format)));
  }
  sendJsonText(response, 200, `{"results":[${results.join(",")}]}`);
}

/** The request itself was already counted as one call. Throws a 429. */
function requireRoom(
  { addresses, rates }: FunctionApiServices,
  request: IncomingMessage,
  caller: Caller,
  members: number,
): void {
  if (members <= 1 || caller.visibility === "internal") return;
  const waitSeconds = rates.take(clientKeyOf(addresses.of(request)), members - 1);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

async function answer(
  services: Pick<FunctionApiServices, "pace">,
  response: ServerResponse,
  call: Call,
  run: (call: Call) => Promise<Outcome>,
): Promise<void> {
  await services.pace.between(call.args.length);
  const outcome = await run(call);
  if (outcome.status === "error" && outcome.refusal) {
    throw new HttpError(429, outcome.refusal.code, outcome.refusal.message, RETRY_AFTER_SECONDS);
  }
  sendJsonText(response, 200, outcomeText(outcome, call.format));
}

export function outcomeText(outcome: Outcome, format: ValueFormat): string {
  const logLines = outcome.logLines.length === 0 ? "" : `,"logLines":${JSON.stringify(outcome.logLines)}`;
  if (outcome.status === "success") {
    return `{"status":"success","value":${formatValue(outcome.value, format)}${logLines}}`;
  }
  const data = outcome.data === undefined ? "" : `,"errorData":${formatValue(outcome.data, format)}`;
  return `{"status":"error","errorMessage":${JSON.stringify(outcome.message)}${data}${logLines}}`;
}
