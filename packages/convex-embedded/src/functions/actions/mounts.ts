/**
 * Finds which component's HTTP action serves a request, among the routes of the app and of the components that are
 * mounted at any level. The most specific route is chosen, and an exact path before all others.
 */
import type { Analysis } from "../analysis.js";
import { createRouteTable, type RouteTable } from "./routes.js";

export interface RoutedRequest {
  /** `""` is the app. */
  readonly component: string;
  /** The path as the component's router gets it. */
  readonly pathname: string;
  readonly pattern: string;
}

export type FindRoute = (method: string, pathname: string) => RoutedRequest | null;

interface Node {
  readonly table: RouteTable;
  readonly mounts: readonly (readonly [prefix: string, component: string])[];
}

export function createRouting(
  analysis: Pick<Analysis, "routes"> & Partial<Pick<Analysis, "httpPrefix" | "mounts" | "components">>,
): FindRoute {
  const { routes, mounts = {}, components = [], httpPrefix = null } = analysis;
  const nodes = new Map<string, Node>();
  for (const one of [{ path: "", routes, mounts }, ...components]) {
    nodes.set(one.path, { table: createRouteTable(one.routes), mounts: Object.entries(one.mounts) });
  }

  const find = (method: string, component: string, pathname: string): RoutedRequest | null => {
    const node = nodes.get(component);
    if (node === undefined) return null;
    const own = component === "" && httpPrefix !== null ? below(httpPrefix, pathname) : pathname;
    const pattern = own === null ? null : node.table.match(method, own);
    const here = own === null || pattern === null ? null : { component, pathname: own, pattern };
    if (here !== null && here.pattern === here.pathname) return here;
    const mount = longest(node.mounts, pathname);
    if (mount === null || (here !== null && suffixOf(here) < pathname.length - mount[0].length)) return here;
    return find(method, mount[1], below(mount[0], pathname) ?? "/");
  };

  return (method, pathname) => find(method, "", pathname);
}

/** Null if the path is not below the prefix. A prefix ends in `/`. */
function below(prefix: string, pathname: string): string | null {
  return pathname.startsWith(prefix) ? `/${pathname.slice(prefix.length)}` : null;
}

function longest(mounts: Node["mounts"], pathname: string): Node["mounts"][number] | null {
  const matching = mounts.filter(([prefix]) => pathname.startsWith(prefix));
  return matching.sort(([a], [b]) => b.length - a.length)[0] ?? null;
}

/** The part of a path after the fixed part of its pattern. */
function suffixOf({ pathname, pattern }: RoutedRequest): number {
  const isPrefix = /^[^:*]*\*$/.test(pattern);
  return isPrefix ? pathname.length - (pattern.length - 1) : pathname.length;
}
