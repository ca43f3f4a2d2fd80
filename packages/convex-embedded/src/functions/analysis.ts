/**
 * The data about a functions folder after it was bundled and evaluated. It is plain JSON, so that it can be stored
 * in the data folder beside the bundle.
 */

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";
export type Environment = "isolate" | "node";

/** One module of the functions folder. */
export interface BundledModule {
  /** `dir/module`, without extension, always with `/`. */
  readonly path: string;
  readonly environment: Environment;
}

/**
 * The code of one component definition on disk. All instances of the definition run it, each in separate contexts.
 */
export interface ComponentBundle {
  /** POSIX path from the functions folder to the folder of the definition, as the CLI names it. */
  readonly definitionPath: string;
  readonly isolateScriptPath: string;
  /** The file with the original positions of its code (see source-places.ts). */
  readonly isolatePlacesPath: string;
  /** The component's own folder of functions. */
  readonly functionsDir: string;
  readonly modules: readonly BundledModule[];
  readonly hasSchema: boolean;
}

/** The folder's code on disk, ready to be evaluated. */
export interface FunctionBundle {
  /** A hash that changes with every input file and with the bundler. */
  readonly hash: string;
  /** Absolute path of a classic script that defines the global MODULES_GLOBAL. */
  readonly isolateScriptPath: string;
  readonly isolatePlacesPath: string;
  /** Absolute path of a CommonJS file that exports the "use node" modules, or null if there are none. */
  readonly nodeScriptPath: string | null;
  readonly nodePlacesPath: string | null;
  /** The folder itself. "use node" code resolves external packages from here. */
  readonly functionsDir: string;
  readonly modules: readonly BundledModule[];
  /** Whether the folder has these modules without functions, which the analysis evaluates. */
  readonly hasSchema: boolean;
  readonly hasAuthConfig: boolean;
  /** Absolute path of a script that evaluates the component definitions, or null without `convex.config`. */
  readonly definitionsScriptPath: string | null;
  /** Every component definition that the app uses, directly or not. */
  readonly components: readonly ComponentBundle[];
}

/**
 * Name of the global that the isolate script defines, and of the property that the node script exports: an object
 * from module path to a function that evaluates the module (once) and returns its exports.
 */
export const MODULES_GLOBAL = "__embeddedModules";
/** Name of the global in which the definitions script keeps component definitions, by their paths. */
export const DEFINITIONS_GLOBAL = "__embeddedDefinitions";
/** The names in the isolate script of the two modules without functions. */
export const SCHEMA_MODULE = "schema";
export const AUTH_CONFIG_MODULE = "auth.config";

export interface AnalyzedFunction {
  readonly kind: FunctionKind;
  readonly visibility: "public" | "internal";
  readonly environment: Environment;
  /** Path of the component instance. Omitted for the app itself. */
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
  /** Path of the function, `dir/module:function`. */
  readonly name: string;
  /** Arguments: an array with one object, in Convex's JSON encoding. */
  readonly args: readonly unknown[];
  /** As `convex/server` exports it: `{ type: "interval", seconds }`, `{ type: "cron", cron }`, ... */
  readonly schedule: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** One use of a component: the names in each `app.use` that leads to it, joined by `/`. */
export interface ComponentInstance {
  readonly path: string;
  readonly definitionPath: string;
  /** `schema.export()` text, or null without a schema. */
  readonly schema: string | null;
  readonly routes: readonly AnalyzedRoute[];
  /** Paths of child instances by the path prefix, ending with `/`, under which their routes are served. */
  readonly mounts: Readonly<Record<string, string>>;
  /** The `process.env` of its functions. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the schemas of an app's components by their paths, for the database. */
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
  /** As in ComponentInstance, for the app. */
  readonly mounts: Readonly<Record<string, string>>;
  /** Parents before their children. */
  readonly components: readonly ComponentInstance[];
  /** By name. Crons of components are `component/path;name`. */
  readonly crons: Readonly<Record<string, AnalyzedCron>>;
  /** `schema.export()` text, or null without a schema. */
  readonly schema: string | null;
  /** The default export's `providers` of auth.config, or an empty list. */
  readonly authProviders: readonly unknown[];
}
