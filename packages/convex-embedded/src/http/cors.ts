/**
 * Cross-origin access to the runtime's own paths, as in Convex: any page may call them, because they recognize a
 * caller by a token in a header, never by a cookie.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const METHODS = "GET,POST,OPTIONS,PATCH,DELETE,PUT";
const MAX_AGE_SECONDS = 86_400;

export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Credentials", "true");
  response.setHeader("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
}

/** Returns whether the request was a browser's preflight request. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const isPreflight =
    request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
  if (!isPreflight) return false;
  response.setHeader("Access-Control-Allow-Methods", METHODS);
  response.setHeader("Access-Control-Max-Age", MAX_AGE_SECONDS);
  const wanted = request.headers["access-control-request-headers"];
  if (wanted !== undefined) response.setHeader("Access-Control-Allow-Headers", wanted);
  response.writeHead(200, { "Content-Length": 0 });
  response.end();
  return true;
}
