/** The client's settings, read from the build's environment only here. */

function setting(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the key of the external sign-in provider; without one, accounts are local (AUTH-16). */
export function clerkPublishableKey(): string | undefined {
  return setting(import.meta.env.VITE_CLERK_PUBLISHABLE_KEY);
}

/** Returns the address of the backend: the one in the build, or the server that this page came from. */
export function convexUrl(): string {
  return setting(import.meta.env.VITE_CONVEX_URL) ?? window.location.origin;
}

/**
 * Returns the address under which the backend answers web requests: a separate one at Convex, otherwise the same.
 */
export function siteUrl(): string {
  const live = convexUrl().replace(/\/$/, "");
  return setting(import.meta.env.VITE_CONVEX_SITE_URL) ?? live.replace(/\.convex\.cloud$/, ".convex.site");
}
