/**
 * Keeps an uploaded file from acting as a page, a style or a program of the app, whose origin it may share: headers
 * for every address that serves one, and the requests that are refused.
 */
import type { IncomingHttpHeaders } from "node:http";

/**
 * The styles of a page, which cannot be known beforehand, load nothing and reach nothing outside their sandbox.
 */
export const FILE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
} as const;

/**
 * The viewer of a PDF, video or sound loads the file itself again, which a sandbox forbids; it does not run scripts
 * of the page. An SVG stays in the sandbox, where its scripts do not run.
 */
export const VIEWER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'self'";

/**
 * The app's own pages may run only what was built, never what somebody uploaded; other sites are not restricted.
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

/** Returns whether the browser loads a file as a program or a style of a page of this origin. */
export const isLoadedAsProgram = (headers: IncomingHttpHeaders): boolean =>
  headers["sec-fetch-site"] === "same-origin" && PROGRAMS.has(String(headers["sec-fetch-dest"]));
