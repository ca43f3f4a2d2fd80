/** Reads request bodies: no more than allowed, and JSON only when it is JSON. */
import type { IncomingMessage } from "node:http";
import { HttpError } from "./responses.js";

/** Reads a body as it is; throws a 413 once it is past the limit. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  const refuse = () =>
    new HttpError(413, "RequestTooLarge", `The request body is too large (limit: ${maxBytes} bytes)`);
  if (announced > maxBytes) throw refuse();
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early must not destroy the socket: the refusal still has to reach the caller.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError("A request body arrived that is not bytes");
    length += bytes.length;
    if (length > maxBytes) throw refuse();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Reads a body as text; throws a 413 once it is past the limit. */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return (await readBytes(request, maxBytes)).toString("utf8");
}

/** Reads a body as a JSON object; throws a 400 for anything else. */
export async function readJsonObject(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(request, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HttpError(400, "BadJsonBody", `The request body is not valid JSON: ${reason}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "BadJsonBody", "The request body must be a JSON object");
  }
  return { ...value };
}
