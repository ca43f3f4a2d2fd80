/**
 * The Content-Security-Policy of a page outside the web app: it runs and loads nothing, cannot be framed, and its
 * one style sheet is allowed by its hash.
 */

/** Makes the policy of a page with this style sheet; the spaces between the tags belong to the sheet. */
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
