/**
 * Evaluates modules and returns their exports as JSON text. It runs from its own source text in the environment of
 * the modules (a function context, or a worker for "use node" modules), so it may use only its arguments and
 * JavaScript's built-ins.
 */

export interface DescribedFunction {
  readonly name: string;
  readonly kind: "query" | "mutation" | "action" | "httpAction";
  readonly visibility: "public" | "internal";
  readonly args: string;
  readonly returns: string;
}

export interface DescribedModule {
  readonly path: string;
  readonly functions: readonly DescribedFunction[];
  /**
   * These four fields describe the default export: `getRoutes()` of a router, `export()` text of crons or a schema,
   * `providers` of an auth config.
   */
  readonly routes?: readonly (readonly [string, string])[];
  readonly crons?: string;
  readonly schema?: string;
  readonly providers?: readonly unknown[];
}

export type Description =
  | { readonly modules: readonly DescribedModule[] }
  | { readonly failedModule: string; readonly message: string; readonly stack: string };

export type ModuleTable = Readonly<Record<string, (() => Record<string, unknown>) | undefined>>;

export function describeModules(table: ModuleTable, paths: readonly string[]): string {
  interface Exported {
    isQuery?: boolean;
    isMutation?: boolean;
    isAction?: boolean;
    isHttp?: boolean;
    isInternal?: boolean;
    isRouter?: boolean;
    isCrons?: boolean;
    exportArgs?: () => string;
    exportReturns?: () => string;
    export?: () => string;
    getRoutes?: () => readonly (readonly [string, string, unknown])[];
    providers?: readonly unknown[];
  }

  function kindOf(value: Exported): DescribedFunction["kind"] | null {
    if (value.isQuery) return "query";
    if (value.isMutation) return "mutation";
    if (value.isAction) return "action";
    return value.isHttp ? "httpAction" : null;
  }

  function describeFunctions(exports: Record<string, unknown>): DescribedFunction[] {
    return Object.keys(exports).flatMap((name) => {
      const value = exports[name];
      if (typeof value !== "function") return [];
      const exported = value as Exported;
      const kind = kindOf(exported);
      if (kind === null) return [];
      return [
        {
          name,
          kind,
          visibility: exported.isInternal ? ("internal" as const) : ("public" as const),
          args: exported.exportArgs?.() ?? '{"type":"any"}',
          returns: exported.exportReturns?.() ?? "null",
        },
      ];
    });
  }

  function describeModule(path: string): DescribedModule {
    const exports = table[path]?.() ?? {};
    const main = exports["default"] as Exported | undefined;
    const described = { path, functions: describeFunctions(exports) };
    if (path === "schema") return { ...described, schema: main?.export?.() };
    if (path === "auth.config") return { ...described, providers: main?.providers ?? [] };
    if (path === "http" && main?.isRouter) {
      const routes = main.getRoutes?.().map(([route, method]) => [route, method] as const);
      return { ...described, routes };
    }
    if (path === "crons" && main?.isCrons) return { ...described, crons: main.export?.() };
    return described;
  }

  const modules: DescribedModule[] = [];
  for (const path of paths) {
    try {
      modules.push(describeModule(path));
    } catch (thrown) {
      const { message, stack } = Object(thrown) as { message?: unknown; stack?: unknown };
      return JSON.stringify({
        failedModule: path,
        message: String(message ?? thrown),
        stack: typeof stack === "string" ? stack : "",
      });
    }
  }
  return JSON.stringify({ modules });
}
