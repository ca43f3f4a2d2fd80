/** Writes responses: JSON with a length, errors as `{ code, message }`, streams with back-pressure. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Its status, code and message are sent to the caller. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

export const tooManyRequests = (waitSeconds: number) =>
  new HttpError(
    429,
    "TooManyRequests",
    `Too many requests. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  );

export function sendJsonText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendJsonText(response, status, JSON.stringify(value));
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

/** Ends the connection instead if a response has already begun. */
export function sendError(response: ServerResponse, error: HttpError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.retryAfterSeconds !== undefined) response.setHeader("Retry-After", error.retryAfterSeconds);
  sendJson(response, error.status, { code: error.code, message: error.message });
}

/** If a response has already begun, ends the connection without sending the refusal. */
export function refuseAndCut(response: ServerResponse, socket: Socket, refusal: HttpError): void {
  // While earlier responses on the connection are not sent, this response has no socket.
  if (response.headersSent || response.socket === null) {
    socket.destroy();
    return;
  }
  const { status, code, message } = refusal;
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
  response.end(JSON.stringify({ code, message }), () => socket.destroy());
}

/**
 * The head must already be written. Ends without an error if the client disconnects. Each part is sent when `take`
 * allows its bytes.
 */
export async function sendStream(
  response: ServerResponse,
  body: ReadableStream<Uint8Array> | null,
  take?: (bytes: number) => Promise<void>,
): Promise<void> {
  if (body === null) {
    response.end();
    return;
  }
  // Node and the DOM library describe the same class under two names.
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  try {
    if (take === undefined) await pipeline(source, response);
    else await pipeline(source, (parts: AsyncIterable<Uint8Array>) => inTime(parts, take), response);
  } catch (error) {
    if (!response.destroyed) response.destroy();
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

async function* inTime(parts: AsyncIterable<Uint8Array>, take: (bytes: number) => Promise<void>) {
  for await (const part of parts) {
    await take(part.byteLength);
    yield part;
  }
}
