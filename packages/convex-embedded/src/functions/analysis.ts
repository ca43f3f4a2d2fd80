/**
 * The data about a functions folder after it was bundled and evaluated. It is plain JSON, so that it can be stored
 * in the data folder beside the bundle.
 */

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";
export type Environment = "isolate" | "node";

export interface BundledModule {
  /** `dir/module`, without extension, always with `/`. */
  readonly path: string;
  readonly environment: Environment;
}

/** The code of one component definition. Each instance runs it in separate contexts. */
export interface ComponentBundle {
  /** POSIX path from the functions folder to the folder of the definition, as the CLI names it. */
  readonly definitionPath: string;
  readonly isolateScriptPath: string;
  /** This file contains the original positions of the code (see source-places.ts). */
  readonly isolatePlacesPath: string;
  readonly functionsDir: string;
  readonly modules: readonly BundledModule[];
  readonly hasSchema: boolean;
}

/** The folder's code on disk, ready to be evaluated. */
export interface FunctionBundle {
  /** A hash that changes with every input file and with the bundler. */
  readonly hash: string;
  /** A classic script that defines the global MODULES_GLOBAL. */
  readonly isolateScriptPath: string;
  readonly isolatePlacesPath: string;
  /** A CommonJS file that exports the "use node" modules. Null if there are none. */
  readonly nodeScriptPath: string | null;
  readonly nodePlacesPath: string | null;
  readonly functionsDir: string;
  readonly modules: readonly BundledModule[];
  /** The analysis evaluates this module, which has no functions. */
  readonly hasSchema: boolean;
  readonly hasAuthConfig: boolean;
  /** A script that evaluates the component definitions. Null without `convex.config`. */
  readonly definitionsScriptPath: string | null;
  readonly components: readonly ComponentBundle[];
}

/**
 * The global of the isolate script, and the exported property of the node script: an object from module path to a
 * function that evaluates the module (once) and returns its exports.
 */
export const MODULES_GLOBAL = "__embeddedModules";
/** The global in which the definitions script stores component definitions, by their paths. */
export const DEFINITIONS_GLOBAL = "__embeddedDefinitions";
/** The names of the two modules without functions in the isolate script. */
export const SCHEMA_MODULE = "schema";
export const AUTH_CONFIG_MODULE = "auth.config";

export interface AnalyzedFunction {
  readonly kind: FunctionKind;
  readonly visibility: "public" | "internal";
  readonly environment: Environment;
  readonly component?: string;
  readonly modulePath: string;
  readonly exportName: string;
  /** Validator JSON text as `exportArgs()` returns it. */
  readonly args: string;
  /** Validator JSON text as `exportReturns()` returns it, or the text `null` without a validator. */
  readonly returns: string;
}

/** One row of `http.getRoutes()`. The path of a prefix ends with `*`. */
export interface AnalyzedRoute {
  readonly path: string;
  readonly method: string;
}

export interface AnalyzedCron {
  /** A path in the form `dir/module:function`. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** As `convex/server` exports it: `{ type: "interval", seconds }`, `{ type: "cron", cron }`, ... */
  readonly schedule: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** One use of a component: the names in each `app.use` that leads to it, joined by `/`. */
export interface ComponentInstance {
  readonly path: string;
  readonly definitionPath: string;
  /** `schema.export()` text. Null without a schema. */
  readonly schema: string | null;
  readonly routes: readonly AnalyzedRoute[];
  readonly mounts: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** The keys are component paths. */
export function componentSchemas({ components }: Pick<Analysis, "components">): Map<string, string | null> {
  return new Map(components.map(({ path, schema }) => [path, schema]));
}

export interface Analysis {
  readonly bundleHash: string;
  /**
   * By canonical path: `dir/module:function`, with `:default` for a default export. Functions of components are
   * `component/path;dir/module:function`.
   */
  readonly functions: Readonly<Record<string, AnalyzedFunction>>;
  /** In the order of `getRoutes()`. Empty without an http module. */
  readonly routes: readonly AnalyzedRoute[];
  /** The prefix of the app's own routes, ending with `/`. Null without a prefix. */
  readonly httpPrefix: string | null;
  readonly mounts: Readonly<Record<string, string>>;
  /** Parents before their children. */
  readonly components: readonly ComponentInstance[];
  /** By name. The name of a component's cron is `component/path;name`. */
  readonly crons: Readonly<Record<string, AnalyzedCron>>;
  /** `schema.export()` text. Null without a schema. */
  readonly schema: string | null;
  /** The default export's `providers` of auth.config, or an empty list. */
  readonly authProviders: readonly unknown[];
}
