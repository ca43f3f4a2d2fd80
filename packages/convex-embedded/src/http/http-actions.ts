/**
 * Passes requests to the developer's HTTP actions and their responses back, as streams in both directions. An
 * Authorization header that the runtime does not accept may be the developer's own, so the action runs anyway.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthenticationError, type Authenticator } from "../auth/authenticator.js";
import { FILE_HEADERS } from "../files/sandbox.js";
import type { FunctionRunner, HttpActionRequest, HttpActionResponse } from "../functions/api.js";
import { bringsBody, takeBody } from "./action-body.js";
import type { Arrivals } from "./arrivals.js";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { readCaller } from "./credentials.js";
import type { Flow } from "./flow.js";
import type { Pace } from "./pace.js";
import type { KeptAnswer, KeptAnswers } from "./kept-answers.js";
import { clientsOfRequest } from "./request-clients.js";
import { HttpError, sendStream } from "./responses.js";
import { refusePrograms } from "./storage.js";

export interface HttpActionServices {
  readonly runner: Pick<FunctionRunner, "hasRoute" | "runHttpAction">;
  readonly authenticator: Authenticator;
  readonly addresses: Pick<ClientAddresses, "of">;
  readonly flow: Flow;
  readonly pace: Pace;
  readonly kept: KeptAnswers;
  /** For bodies whose actions have not begun. */
  readonly arrivals: Arrivals;
}

/** The header that gives functions the client's address. */
const FORWARDED_FOR = "x-forwarded-for";
const ASKED_ALIKE = new Set(["GET", "HEAD"]);
/** Headers about one connection, not about the response. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "trailer"]);

export async function answerHttpAction(
  services: HttpActionServices,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const { runner, arrivals, addresses, authenticator, flow } = services;
  const client = clientKeyOf(addresses.of(request));
  const method = request.method ?? "GET";
  if (!runner.hasRoute(method, url.pathname)) return false;
  const take = (bytes: number) => flow.take(client, bytes);
  const known = ASKED_ALIKE.has(method) ? services.kept.find(url) : null;
  if (known !== null) {
    await sendKept(request, response, known, take);
    return true;
  }
  const left = new AbortController();
  let isSending = false;
  response.once("close", () => {
    if (!isSending || !response.writableFinished) left.abort();
  });
  if (response.closed) return true;
  const body = await takeBody(request, (giveUp) =>
    arrivals.open(client, () => {
      giveUp();
      left.abort();
    }),
  );
  try {
    if (bringsBody(request)) await services.pace.turnOf(request, addresses);
    const caller = await readIdentity(request, authenticator);
    const result = await runner.runHttpAction({
      method,
      url: url.href,
      headers: [...headerPairs(request), [FORWARDED_FOR, addresses.of(request)]],
      body: body.stream,
      isBodyArriving: body.isArriving,
      clients: clientsOfRequest(request, addresses, caller.identity),
      signal: left.signal,
      ...caller,
    });
    if (result === null) return false;
    isSending = true;
    const kept = method === "GET" ? await services.kept.keep(url, result) : null;
    if (kept === null) await send(request, response, result, take);
    else await sendKept(request, response, kept, take);
    return true;
  } finally {
    body.release();
  }
}

async function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  { content, headers }: KeptAnswer,
  take: (bytes: number) => Promise<void>,
): Promise<void> {
  for (const [name, value] of headers) {
    if (!HOP_BY_HOP.has(name.toLowerCase())) response.setHeader(name, value);
  }
  await content.send(request, response, take);
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpActionResponse,
  take: (bytes: number) => Promise<void>,
): Promise<void> {
  try {
    const disposition = headers.find(([name]) => name.toLowerCase() === "content-disposition")?.[1];
    if (disposition !== undefined) refusePrograms(request);
    if (disposition?.startsWith("attachment") === true) {
      for (const [name, value] of Object.entries(FILE_HEADERS)) response.setHeader(name, value);
    }
    // A header that the developer set replaces the runtime's.
    for (const [name] of headers) response.removeHeader(name);
    for (const [name, value] of headers) {
      if (!HOP_BY_HOP.has(name.toLowerCase())) response.appendHeader(name, value);
    }
    // Otherwise the rest of the body would be read as the next request of this connection.
    if (!request.complete) response.setHeader("connection", "close");
    response.writeHead(status);
  } catch (error) {
    // The action continues until its response was read, or the client disconnects.
    await body?.cancel();
    throw error;
  }
  if (request.method !== "HEAD") return await sendStream(response, body, take);
  await body?.cancel();
  response.end();
}

function headerPairs(request: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  const { rawHeaders } = request;
  for (let position = 0; position + 1 < rawHeaders.length; position += 2) {
    const name = rawHeaders[position] ?? "";
    // The caller's own claim about its address must not reach functions.
    if (name.toLowerCase() !== FORWARDED_FOR) pairs.push([name, rawHeaders[position + 1] ?? ""]);
  }
  return pairs;
}

async function readIdentity(
  request: IncomingMessage,
  authenticator: Authenticator,
): Promise<Pick<HttpActionRequest, "identity" | "identityError" | "isAdmin">> {
  try {
    const { identity, visibility } = await readCaller(request.headers.authorization, authenticator);
    return { identity, isAdmin: visibility === "internal" };
  } catch (error) {
    if (error instanceof HttpError || error instanceof AuthenticationError) {
      return { identity: null, identityError: error.message };
    }
    throw error;
  }
}
