/**
 * Serves a folder of built web files. Only regular files inside the folder are ever read. Every path that looks
 * like a page but is not a file gets the app itself (`index.html`), which shows the right screen.
 */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { StartError } from "../start-error.js";
import { compress, EncodedContent, type Encoding } from "./encoded-content.js";
import { inlineSource } from "./inline-source.js";
import type { PathHandler } from "./path-handler.js";

interface CachedFile {
  readonly modifiedMs: number;
  readonly content: EncodedContent;
  readonly page: PageHeaders | null;
}

/** Made from the meta elements of the page. */
interface PageHeaders {
  readonly securityPolicy: string;
  readonly referrerPolicy: string;
  readonly robots: string | null;
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
const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Throws a StartError if the folder contains no app. `origins` are further addresses of the runtime itself, for
 * stored files and live queries.
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

/** Calls of an API and missing assets must not get a page. */
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
    content: new EncodedContent(bytes, typeOf(file), (plain, encoding) =>
      compressFile(file, plain, encoding),
    ),
    page: file.endsWith(".html") ? headersOf(bytes.toString("utf8"), origins) : null,
  };
  cache.set(file, fresh);
  return fresh;
}

const metaOf = (html: string, name: string): string | null =>
  new RegExp(`<meta\\s+name="${name}"\\s+content="([\\w, -]+)"`, "i").exec(html)?.[1] ?? null;

const headersOf = (html: string, origins: readonly string[]): PageHeaders => ({
  securityPolicy: securityPolicyFor(html, origins),
  referrerPolicy: metaOf(html, "referrer") ?? "strict-origin-when-cross-origin",
  robots: metaOf(html, "robots"),
});

/**
 * The page may load files of its own origin, and its inline scripts and style sheets, by their hashes. A page that
 * already has a policy (for example because it signs users in elsewhere) keeps it.
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
  response.setHeader("Cache-Control", isHashed(file) ? IMMUTABLE : "no-cache");
  setSecurityHeaders(response, cached);
  await cached.content.send(request, response);
}

function typeOf(file: string): string {
  return CONTENT_TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream";
}

/** The build adds a hash of the content to the names of files in `assets`. */
function isHashed(file: string): boolean {
  return /[\\/]assets[\\/]/.test(file) && /[-.][\w-]{8}\.\w+$/.test(file);
}

function setSecurityHeaders(response: ServerResponse, { page }: CachedFile): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (page === null) return;
  response.setHeader("Content-Security-Policy", page.securityPolicy);
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", page.referrerPolicy);
  if (page.robots !== null) response.setHeader("X-Robots-Tag", page.robots);
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
}

/** Uses the build's compressed file if there is one. */
async function compressFile(file: string, bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  const built = await readFile(`${file}.${encoding === "gzip" ? "gz" : "br"}`).catch(() => null);
  return built ?? compress(bytes, encoding);
}
