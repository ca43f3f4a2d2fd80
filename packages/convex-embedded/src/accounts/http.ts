/** Carries a request of Node's HTTP server to a fetch-style handler and its answer back. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { readAhead } from "../http/body.js";
import { CLIENT_ADDRESS_HEADER } from "./authenticator.js";

const MAX_BODY_BYTES = 64 * 1024;

/** Thrown when a body is larger than any account request needs. */
export class BodyTooLarge extends Error {}

/** Builds the fetch request; throws BodyTooLarge. */
export async function toRequest(req: IncomingMessage, address: string): Promise<Request> {
  const method = req.method ?? "GET";
  const headers = toHeaders(req.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(req.url ?? "/", localOrigin(req)), {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(await readBody(req)) } : {}),
  });
}

/** The socket's own end, whatever the Host header claims. */
function localOrigin(req: IncomingMessage): string {
  return `http://127.0.0.1:${req.socket.localPort ?? 80}`;
}

/** Writes a fetch answer to Node's. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (!response.headers.has("cache-control")) res.setHeader("cache-control", "no-store");
  res.end(Buffer.from(await response.arrayBuffer()));
}

/** Returns a code and a sentence. */
export function sendError(res: ServerResponse, status: number, code: string, message: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  res.end(JSON.stringify({ code, message }));
}

function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) headers.append(name, each);
    }
  }
  return headers;
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const { chunks, rest } = await readAhead(req, { maxBytes: MAX_BODY_BYTES });
  if (rest === null) return Buffer.concat(chunks);
  void rest.return();
  throw new BodyTooLarge();
}
