/**
 * Returns compressed files. A client that accepts gzip, as every browser does, receives the text compressed,
 * because a response of Convex may have at most 20 MB. For other clients the text is decompressed. Source:
 * docs.convex.dev/functions/http-actions.
 */
import type { Context } from "hono";
import { PACKED_TEXT_TYPE, unpackText } from "../../../domain/files/packing";
import { type RestEnv } from "./calls";
import { dispositionOf } from "./files";

/** Matches a header that accepts gzip and does not refuse it (q=0). Source: RFC 9110, section 12.5.3. */
const TAKES_GZIP = /^gzip\s*(?:;\s*q=(?:1|0\.0*[1-9])|$)/iu;

const takesGzip = (acceptEncoding: string): boolean =>
  acceptEncoding.split(",").some((coding) => TAKES_GZIP.test(coding.trim()));

export function sendPacked(
  c: Context<RestEnv>,
  file: Blob,
  { type, fileName }: { type: string; fileName: string },
): Response {
  const headers = {
    "Content-Type": type,
    "Content-Disposition": dispositionOf(fileName, false),
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  };
  if (file.type !== PACKED_TEXT_TYPE) {
    return c.body(file.stream(), 200, { ...headers, "Content-Length": String(file.size) });
  }
  const varied = { ...headers, Vary: "Accept-Encoding" };
  if (!takesGzip(c.req.header("Accept-Encoding") ?? "")) {
    return c.body(file.stream().pipeThrough(unpackText()), 200, varied);
  }
  return c.body(file.stream(), 200, {
    ...varied,
    "Content-Encoding": "gzip",
    "Content-Length": String(file.size),
  });
}
