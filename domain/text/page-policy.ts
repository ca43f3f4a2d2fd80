/**
 * The Content-Security-Policy of a page outside the web app. The page runs and loads nothing and cannot be framed.
 * Its only style sheet is allowed by its hash.
 */

/** The spaces between the tags belong to the style sheet. */
export async function pagePolicy(style: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
