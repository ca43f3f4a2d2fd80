/**
 * Serves a folder of built web files. Only regular files inside the folder are ever read; everything that
 * looks like a page and is no file is the app itself (`index.html`), which finds its own way from there.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { StartError } from "../start-error.js";
import { inlineSource } from "./inline-source.js";
import type { PathHandler } from "./router.js";

type Encoding = "br" | "gzip" | "identity";

interface CachedFile {
  readonly modifiedMs: number;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly securityPolicy: string | null;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".wasm": "application/wasm",
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json|xml|wasm)|image\/svg)/;
/** Below this many bytes compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
const IMMUTABLE = "public, max-age=31536000, immutable";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Opens a folder of built web files; throws a StartError when there is no app in it. `origins` are where
 * the runtime itself may be reached beside the page's own address, for stored files and live queries.
 */
export function openWebApp(dir: string, origins: readonly string[]): PathHandler {
  const root = path.resolve(dir);
  if (!existsSync(path.join(root, "index.html"))) {
    throw new StartError(`The web folder ${root} has no index.html; build the web app or leave --web out.`);
  }
  const cache = new Map<string, CachedFile>();

  return async (request, response, url) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const wanted = locate(root, url.pathname);
    const found = wanted === null ? null : await load(cache, wanted, origins);
    if (found !== null && wanted !== null) {
      await send(request, response, wanted, found);
      return true;
    }
    if (!isPage(request, url.pathname)) return false;
    const index = path.join(root, "index.html");
    const page = await load(cache, index, origins);
    if (page === null) return false;
    await send(request, response, index, page);
    return true;
  };
}

/** The file a path names, or null when that is none of the folder's. */
function locate(root: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (
    decoded.includes("\0") ||
    decoded.includes("\\") ||
    decoded.split("/").some((part) => part.startsWith("."))
  ) {
    return null;
  }
  const file = path.join(root, decoded.endsWith("/") ? `${decoded}index.html` : decoded);
  return file.startsWith(root + path.sep) ? file : null;
}

/** Calls of an API and missing assets must not be answered with a page. */
function isPage(request: IncomingMessage, pathname: string): boolean {
  const accepts = request.headers.accept ?? "";
  return accepts.includes("text/html") && !/^\/(api|assets)(\/|$)/.test(pathname);
}

async function load(
  cache: Map<string, CachedFile>,
  file: string,
  origins: readonly string[],
): Promise<CachedFile | null> {
  const status = await stat(file).catch(() => null);
  if (status === null || !status.isFile()) return null;
  const known = cache.get(file);
  if (known?.modifiedMs === status.mtimeMs) return known;
  const bytes = await readFile(file);
  const fresh: CachedFile = {
    modifiedMs: status.mtimeMs,
    bytes,
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 24),
    securityPolicy: file.endsWith(".html") ? securityPolicyFor(bytes.toString("utf8"), origins) : null,
    encoded: new Map(),
  };
  cache.set(file, fresh);
  return fresh;
}

/**
 * What a page may load: its own origin, and the scripts and style sheets written into it, by hash. A page that
 * brings a policy of its own (because it signs people in elsewhere, say) keeps that one.
 */
function securityPolicyFor(html: string, origins: readonly string[]): string {
  const frames = "frame-ancestors 'none'";
  if (/<meta[^>]+http-equiv=["']?content-security-policy/i.test(html)) return frames;
  const sourcesOf = (elements: RegExp) =>
    ["'self'", ...[...html.matchAll(elements)].map(([, text = ""]) => inlineSource(text))].join(" ");
  const own = ["'self'", ...new Set(origins)].join(" ");
  const sockets = [...new Set(origins)].map((origin) => origin.replace(/^http/, "ws")).join(" ");
  return [
    "default-src 'self'",
    `script-src ${sourcesOf(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)}`,
    `style-src ${sourcesOf(/<style[^>]*>([\s\S]*?)<\/style>/gi)}`,
    `img-src ${own} data: blob:`,
    `media-src ${own} blob:`,
    "font-src 'self' data:",
    `connect-src ${own} ${sockets}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    frames,
  ].join("; ");
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  cached: CachedFile,
): Promise<void> {
  const type = CONTENT_TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream";
  const encoding = chooseEncoding(request, type, cached.bytes.length);
  const etag = `"${cached.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  response.setHeader("Content-Type", type);
  response.setHeader("ETag", etag);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Cache-Control", isHashed(file) ? IMMUTABLE : "no-cache");
  setSecurityHeaders(response, cached);
  if (request.headers["if-none-match"]?.split(/,\s*/).includes(etag)) {
    response.writeHead(304).end();
    return;
  }
  const bytes = await encode(file, cached, encoding);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.writeHead(200, { "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** The build writes a hash of the content into the names of what it puts under `assets`. */
function isHashed(file: string): boolean {
  return /[\\/]assets[\\/]/.test(file) && /[-.][\w-]{8}\.\w+$/.test(file);
}

function setSecurityHeaders(response: ServerResponse, { securityPolicy }: CachedFile): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (securityPolicy === null) return;
  response.setHeader("Content-Security-Policy", securityPolicy);
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
}

function chooseEncoding(request: IncomingMessage, type: string, length: number): Encoding {
  if (length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(type)) return "identity";
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

/** Compresses a file once, or takes what the build compressed already. */
function encode(file: string, cached: CachedFile, encoding: Encoding): Promise<Buffer> {
  const known = cached.encoded.get(encoding);
  if (known) return known;
  const made = compress(file, cached.bytes, encoding);
  cached.encoded.set(encoding, made);
  return made;
}

async function compress(file: string, bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case "identity":
      return bytes;
    case "br":
      return (
        (await readFile(`${file}.br`).catch(() => null)) ??
        compressBrotli(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        })
      );
    case "gzip":
      return (await readFile(`${file}.gz`).catch(() => null)) ?? compressGzip(bytes);
  }
}
