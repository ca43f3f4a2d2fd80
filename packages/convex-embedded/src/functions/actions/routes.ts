/**
 * Determines whether a request is served by an HTTP action, by the rules of `httpRouter` in `convex/server`. An
 * exact path has priority over a prefix, a longer prefix has priority over a shorter one, and GET also handles
 * HEAD.
 */
import type { AnalyzedRoute } from "../analysis.js";

export interface RouteTable {
  match(method: string, pathname: string): string | null;
}

export function createRouteTable(routes: readonly AnalyzedRoute[]): RouteTable {
  const exact = new Set<string>();
  const prefixes: AnalyzedRoute[] = [];
  const patterns: { readonly path: string; readonly method: string; readonly regExp: RegExp }[] = [];
  for (const { path, method } of routes) {
    if (isForeignPattern(path)) patterns.push({ path, method, regExp: looseRegExp(path) });
    else if (path.endsWith("*")) prefixes.push({ path: path.slice(0, -1), method });
    else exact.add(`${method} ${path}`);
  }
  prefixes.sort((a, b) => b.path.length - a.path.length);

  return {
    match(requestMethod, pathname) {
      const method = requestMethod === "HEAD" ? "GET" : requestMethod;
      if (exact.has(`${method} ${pathname}`)) return pathname;
      const prefix = prefixes.find((one) => one.method === method && pathname.startsWith(one.path));
      if (prefix !== undefined) return `${prefix.path}*`;
      return patterns.find((one) => one.method === method && one.regExp.test(pathname))?.path ?? null;
    },
  };
}

/** Routers that replace `httpRouter` may list other patterns, such as `/dogs/:id`. */
function isForeignPattern(path: string): boolean {
  return path.includes("/:") || /\*./.test(path);
}

/** Accepts every path that the pattern could mean. The router itself decides in the worker. */
function looseRegExp(path: string): RegExp {
  const segments = path.split("/").slice(1);
  const parts = segments.map((segment) => {
    if (segment.startsWith(":"))
      return segment.endsWith("?") ? "(/[^/]*)?" : segment.includes("{") ? "/.+" : "/[^/]+";
    return segment.includes("*") ? "(/.*)?" : `/${segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  });
  return new RegExp(`^${parts.join("")}$`);
}
