/** The client's settings, read from the build's environment in this one place. */

function setting(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the key of the outside sign-in provider; without one accounts are local (AUTH-16). */
export function clerkPublishableKey(): string | undefined {
  return setting(import.meta.env.VITE_CLERK_PUBLISHABLE_KEY);
}

/** Returns the address of the backend: the one built in, or the server that this page came from. */
export function convexUrl(): string {
  return setting(import.meta.env.VITE_CONVEX_URL) ?? window.location.origin;
}

/** Returns the address under which the backend answers web requests: beside the live one at Convex, else the same. */
export function siteUrl(): string {
  const live = convexUrl().replace(/\/$/, "");
  return setting(import.meta.env.VITE_CONVEX_SITE_URL) ?? live.replace(/\.convex\.cloud$/, ".convex.site");
}
