/**
 * Carries requests to the developer's HTTP actions and their responses back, as streams both ways. An
 * Authorization header that is not ours may be the developer's own: the action runs all the same.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { AuthenticationError, type Authenticator } from "../auth/authenticator.js";
import type { FunctionRunner, HttpActionRequest } from "../functions/api.js";
import { readCaller } from "./credentials.js";
import { HttpError, sendStream } from "./responses.js";

export interface HttpActionServices {
  readonly runner: Pick<FunctionRunner, "runHttpAction">;
  readonly authenticator: Authenticator;
}

const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Headers that belong to one connection and not to the response. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "trailer"]);

/** Answers a request with an HTTP action, and tells whether there was a route for it. */
export async function answerHttpAction(
  services: HttpActionServices,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const result = await services.runner.runHttpAction({
    method: request.method ?? "GET",
    url: url.href,
    headers: headerPairs(request),
    body: bodyOf(request),
    signal: signalOf(response),
    ...(await readIdentity(request, services.authenticator)),
  });
  if (result === null) return false;
  // What the developer says about the same thing wins.
  for (const [name] of result.headers) response.removeHeader(name);
  for (const [name, value] of result.headers) {
    if (!HOP_BY_HOP.has(name.toLowerCase())) response.appendHeader(name, value);
  }
  // What is still on its way would be read as the next request of this connection.
  if (!request.complete) response.setHeader("connection", "close");
  response.writeHead(result.status);
  if (request.method !== "HEAD") await sendStream(response, result.body);
  else {
    await result.body?.cancel();
    response.end();
  }
  return true;
}

function headerPairs(request: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  const { rawHeaders } = request;
  for (let position = 0; position + 1 < rawHeaders.length; position += 2) {
    pairs.push([rawHeaders[position] ?? "", rawHeaders[position + 1] ?? ""]);
  }
  return pairs;
}

function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> | null {
  if (BODILESS.has(request.method ?? "GET")) return null;
  // Node's own stream type and the DOM's describe the same object.
  return Readable.toWeb(request) as ReadableStream<Uint8Array>;
}

/** Aborts when the client goes before its answer is complete. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
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
