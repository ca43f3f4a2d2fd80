/**
 * The Content-Security-Policy of a page outside the web app: it runs nothing and loads nothing, no page frames it, and
 * the one style sheet written into it is allowed by its hash.
 */

/** Makes the policy of a page with this sheet, every space between its tags included. */
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
