/** Passes a request of Node's HTTP server to a fetch-style handler and returns its response. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { readAhead } from "../http/body.js";
import { CLIENT_ADDRESS_HEADER } from "./authenticator.js";

const MAX_BODY_BYTES = 64 * 1024;

export class BodyTooLarge extends Error {}

export async function readBody(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  if (req.method === "GET" || req.method === "HEAD") return new Uint8Array();
  const { chunks, rest } = await readAhead(req, { maxBytes: MAX_BODY_BYTES });
  if (rest === null) return new Uint8Array(Buffer.concat(chunks));
  void rest.return();
  throw new BodyTooLarge();
}

export function toRequest(req: IncomingMessage, address: string, body: Uint8Array<ArrayBuffer>): Request {
  const method = req.method ?? "GET";
  const headers = toHeaders(req.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(req.url ?? "/", localOrigin(req)), {
    method,
    headers,
    ...(hasBody ? { body } : {}),
  });
}

/** Uses an address of this machine with the socket's port, because the Host header is not trusted. */
function localOrigin(req: IncomingMessage): string {
  return `http://127.0.0.1:${req.socket.localPort ?? 80}`;
}

export async function sendResponse(
  res: ServerResponse,
  response: Response,
  moreCookie: string | null = null,
): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
  const cookies = [...response.headers.getSetCookie(), ...(moreCookie === null ? [] : [moreCookie])];
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (!response.headers.has("cache-control")) res.setHeader("cache-control", "no-store");
  res.end(Buffer.from(await response.arrayBuffer()));
}

export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** If a response has already begun, closes the connection instead. */
export function sendError(res: ServerResponse, { status, code, message, headers = {} }: ErrorAnswer): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, { ...headers, "content-type": "application/json", "cache-control": "no-store" });
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
