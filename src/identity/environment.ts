/** The client's settings from the build's environment. Only this file reads them. */

function setting(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Without a key, accounts are local (AUTH-16). */
export function clerkPublishableKey(): string | undefined {
  return setting(import.meta.env.VITE_CLERK_PUBLISHABLE_KEY);
}

/** Without an address in the build, the server that this page came from. */
export function convexUrl(): string {
  return setting(import.meta.env.VITE_CONVEX_URL) ?? window.location.origin;
}

/** Convex has a separate address for web requests. */
export function siteUrl(): string {
  const live = convexUrl().replace(/\/$/, "");
  return setting(import.meta.env.VITE_CONVEX_SITE_URL) ?? live.replace(/\.convex\.cloud$/, ".convex.site");
}
