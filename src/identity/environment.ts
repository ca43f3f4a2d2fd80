/** The client's settings from the build's environment. Only this file reads them. */

function setting(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the key of the external sign-in provider. Without a key, accounts are local (AUTH-16). */
export function clerkPublishableKey(): string | undefined {
  return setting(import.meta.env.VITE_CLERK_PUBLISHABLE_KEY);
}

/** Returns the address of the backend: the address in the build, or the server that this page came from. */
export function convexUrl(): string {
  return setting(import.meta.env.VITE_CONVEX_URL) ?? window.location.origin;
}

/** Returns the address at which the backend serves web requests. Convex has a separate address for this. */
export function siteUrl(): string {
  const live = convexUrl().replace(/\/$/, "");
  return setting(import.meta.env.VITE_CONVEX_SITE_URL) ?? live.replace(/\.convex\.cloud$/, ".convex.site");
}
