/**
 * Prevents an uploaded file from acting as a page, style sheet or script of the app, whose origin it may share. It
 * sets headers for every address that serves a file, and refuses some requests.
 */
import type { IncomingHttpHeaders } from "node:http";

/**
 * A page's styles are not known in advance, so all are allowed. They can neither load files nor reach anything
 * outside the sandbox.
 */
export const FILE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
} as const;

/**
 * For a PDF, video or sound. The browser's viewer loads the file itself a second time, which a sandbox forbids, but
 * runs no scripts of the page. An SVG stays in the sandbox, where its scripts do not run.
 */
export const VIEWER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'self'";

/**
 * Pages of the app may load only scripts and styles of the build, never uploaded files. Other sites are not
 * restricted.
 */
const PROGRAMS = new Set([
  "script",
  "worker",
  "sharedworker",
  "serviceworker",
  "audioworklet",
  "paintworklet",
  "style",
  "xslt",
]);

export const isLoadedAsProgram = (headers: IncomingHttpHeaders): boolean =>
  headers["sec-fetch-site"] === "same-origin" && PROGRAMS.has(String(headers["sec-fetch-dest"]));
