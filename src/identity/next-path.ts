/**
 * Where a visitor goes after signing in (GAP-AUTH-06): the page they had asked for, else the dashboard. Only
 * paths of this site count, so that a link cannot send somebody elsewhere after they typed a password.
 */
import type { Location } from "react-router-dom";

export const SIGNED_IN_HOME = "/dashboard";
const SIGN_IN_PATHS = new Set(["/login", "/register"]);

/** Returns `path` when it is a page of this site other than the sign-in pages, else the dashboard. */
export function safeNextPath(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/")) return SIGNED_IN_HOME;
  const base = "https://site.invalid";
  try {
    const url = new URL(path, base);
    // A browser reads "//host" and "/\host" as another site; the URL parser does so too. What is left of "/.//host" begins with two as well.
    const isElsewhere = url.origin !== base || url.pathname.startsWith("//");
    if (isElsewhere || SIGN_IN_PATHS.has(url.pathname)) return SIGNED_IN_HOME;
    return url.pathname + url.search + url.hash;
  } catch {
    return SIGNED_IN_HOME;
  }
}

/** What leads to a sign-in page, in its history entry. */
export type SignInState = {
  next: string;
  /** The address that was invited, which the form then has already. */
  email?: string | undefined;
};

/** Reads the page asked for out of the sign-in page's address or history entry, and who is expected there. */
export function signInStateOf(location: Pick<Location, "search" | "state">): SignInState {
  const fromAddress = new URLSearchParams(location.search).get("next");
  const state: unknown = location.state;
  const held: Partial<Record<keyof SignInState, unknown>> = typeof state === "object" ? (state ?? {}) : {};
  const next = safeNextPath(fromAddress ?? held.next);
  return typeof held.email === "string" ? { next, email: held.email } : { next };
}
