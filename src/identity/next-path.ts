/**
 * The page after signing in (GAP-AUTH-06): the page that the visitor requested, otherwise the dashboard. Only paths
 * of this site are accepted, so that a link cannot lead to another site after a password was typed.
 */
import type { Location } from "react-router-dom";

export const SIGNED_IN_HOME = "/dashboard";
const SIGN_IN_PATHS = new Set(["/login", "/register"]);

/** Sign-in pages are refused too. Instead of a refused path, returns the dashboard. */
export function safeNextPath(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/")) return SIGNED_IN_HOME;
  const base = "https://site.invalid";
  try {
    const url = new URL(path, base);
    // Browsers and the URL parser read "//host" and "/\host" as another site. "/.//host" is refused too, because it
    // resolves to a path that begins with two slashes.
    const isElsewhere = url.origin !== base || url.pathname.startsWith("//");
    if (isElsewhere || SIGN_IN_PATHS.has(url.pathname)) return SIGNED_IN_HOME;
    return url.pathname + url.search + url.hash;
  } catch {
    return SIGNED_IN_HOME;
  }
}

/** Passed in the history state of a link to a sign-in page. */
export type SignInState = {
  next: string;
  /** The invited email address, for the form's field. */
  email?: string | undefined;
};

/** For the requested page, the address takes precedence over the history state. */
export function signInStateOf(location: Pick<Location, "search" | "state">): SignInState {
  const fromAddress = new URLSearchParams(location.search).get("next");
  const state: unknown = location.state;
  const held: Partial<Record<keyof SignInState, unknown>> = typeof state === "object" ? (state ?? {}) : {};
  const next = safeNextPath(fromAddress ?? held.next);
  return typeof held.email === "string" ? { next, email: held.email } : { next };
}
