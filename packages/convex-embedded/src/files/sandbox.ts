/**
 * What keeps a file that somebody sent from acting as a page, a style or a program of the app, whose origin it may share:
 * headers for every address that serves one, and the requests that are refused.
 */
import type { IncomingHttpHeaders } from "node:http";

/** The styles of a page, which nobody can know beforehand, load nothing and reach nothing outside their sandbox. */
export const FILE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
} as const;

/**
 * The viewer of a PDF, a video or a sound loads the file itself once more, which it may not do from within a sandbox;
 * scripts of the page are none of theirs. An SVG stays in the sandbox, where its scripts do not run.
 */
export const VIEWER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'self'";

/** What the app's own pages may run is what was built, never what somebody uploaded; other sites may do as they like. */
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

/** Says whether the browser loads a file as a program or a style of a page of this origin. */
export const isLoadedAsProgram = (headers: IncomingHttpHeaders): boolean =>
  headers["sec-fetch-site"] === "same-origin" && PROGRAMS.has(String(headers["sec-fetch-dest"]));
