/**
 * Finds out whether a request belongs to an HTTP action, by the rules of `httpRouter` in `convex/server`: an
 * exact path wins over a prefix, the longest prefix over a shorter one, and HEAD is answered by GET.
 */
import type { AnalyzedRoute } from "../analysis.js";

export interface RouteTable {
  /** Answers the pattern that serves this path, or null. */
  match(method: string, pathname: string): string | null;
}

/** Prepares an analysis' routes for matching. */
export function createRouteTable(routes: readonly AnalyzedRoute[]): RouteTable {
  const exact = new Set<string>();
  const prefixes = new Map<string, string[]>();
  for (const { path, method } of routes) {
    if (!path.endsWith("*")) exact.add(`${method} ${path}`);
    else prefixes.set(method, [...(prefixes.get(method) ?? []), path.slice(0, -1)]);
  }
  for (const list of prefixes.values()) list.sort((a, b) => b.length - a.length);

  return {
    match(requestMethod, pathname) {
      const method = requestMethod === "HEAD" ? "GET" : requestMethod;
      if (exact.has(`${method} ${pathname}`)) return pathname;
      const prefix = prefixes.get(method)?.find((candidate) => pathname.startsWith(candidate));
      return prefix === undefined ? null : `${prefix}*`;
    },
  };
}
