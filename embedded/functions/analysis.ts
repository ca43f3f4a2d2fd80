/**
 * What is known of a functions folder once it was bundled and evaluated. Plain JSON, so that it can be kept
 * in the data folder beside the bundle it belongs to.
 */

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";
export type Environment = "isolate" | "node";

/** One module of the functions folder. */
export interface BundledModule {
  /** `dir/module`, without extension, always with `/`. */
  readonly path: string;
  readonly environment: Environment;
}

/** The folder's code, on disk, ready to be evaluated. */
export interface FunctionBundle {
  /** Changes with every input file, and with the bundler. */
  readonly hash: string;
  /** Absolute path of a classic script that defines the global MODULES_GLOBAL. */
  readonly isolateScriptPath: string;
  readonly isolateMapPath: string;
  /** Absolute path of a CommonJS file that exports the "use node" modules, or null when there are none. */
  readonly nodeScriptPath: string | null;
  readonly nodeMapPath: string | null;
  /** The folder itself; "use node" code resolves external packages from here. */
  readonly functionsDir: string;
  readonly modules: readonly BundledModule[];
  /** Modules that are not function modules but that the analysis evaluates. */
  readonly hasSchema: boolean;
  readonly hasAuthConfig: boolean;
}

/**
 * Name of the global that the isolate script defines, and of the property that the node script exports:
 * an object from module path to a function that evaluates the module (once) and answers its exports.
 */
export const MODULES_GLOBAL = "__embeddedModules";
/** Under these names the isolate script carries the two modules that hold no functions. */
export const SCHEMA_MODULE = "schema";
export const AUTH_CONFIG_MODULE = "auth.config";

export interface AnalyzedFunction {
  readonly kind: FunctionKind;
  readonly visibility: "public" | "internal";
  readonly environment: Environment;
  readonly modulePath: string;
  readonly exportName: string;
  /** Validator JSON text as `exportArgs()` answers it. */
  readonly args: string;
  /** Validator JSON text as `exportReturns()` answers it; the text `null` for none. */
  readonly returns: string;
}

/** One row of `http.getRoutes()`: the path ends in `*` for a prefix. */
export interface AnalyzedRoute {
  readonly path: string;
  readonly method: string;
}

export interface AnalyzedCron {
  /** Path of the function, `dir/module:function`. */
  readonly name: string;
  /** Arguments: an array with one object, in Convex's JSON encoding. */
  readonly args: readonly unknown[];
  /** As `convex/server` exports it: `{ type: "interval", seconds }`, `{ type: "cron", cron }`, ... */
  readonly schedule: Readonly<Record<string, unknown>> & { readonly type: string };
}

export interface Analysis {
  readonly bundleHash: string;
  /** By canonical path: `dir/module:function`, with `:default` for a default export. */
  readonly functions: Readonly<Record<string, AnalyzedFunction>>;
  /** In the order `getRoutes()` answers them; empty without an http module. */
  readonly routes: readonly AnalyzedRoute[];
  readonly crons: Readonly<Record<string, AnalyzedCron>>;
  /** `schema.export()` text, or null without a schema. */
  readonly schema: string | null;
  /** The default export's `providers` of auth.config, or an empty list. */
  readonly authProviders: readonly unknown[];
}
