/**
 * Evaluates every module of a bundle once to determine its content: function modules in a temporary context, "use
 * node" modules in a temporary worker. Errors name the module that could not be loaded.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { EngineError } from "../../errors.js";
import type { ValidatorJson } from "../../values/validator-json.js";
import { unknownValidator } from "../../values/validators.js";
import {
  AUTH_CONFIG_MODULE,
  MODULES_GLOBAL,
  SCHEMA_MODULE,
  type Analysis,
  type AnalyzedCron,
  type AnalyzedFunction,
  type Environment,
  type FunctionBundle,
} from "../analysis.js";
import { observeEnv } from "../isolate/bootstrap/observe-env.js";
import { compileBundle, Isolate } from "../isolate/isolate.js";
import { createSourceFrames, type SourceFrames } from "../isolate/source-frames.js";
import {
  describeModules,
  type DescribedModule,
  type Description,
  type ModuleTable,
} from "./describe-modules.js";
import { requireFrom } from "./external-packages.js";
import { evaluateDefinitions } from "./evaluate-definitions.js";
import { instantiate, mountsOf, type AnalyzedDefinition, type DefinitionExport } from "./instances.js";
import { ObservedEnvironment } from "./observed-environment.js";

/** Convex's message, which its CLI recognizes in order to tell the developer where to set the variable. */
const MISSING_VARIABLE = "Environment variable %s is used in auth config file but its value was not set";

/** The parts of an analysis that are made and cached separately. */
export type AnalysisPart = "modules" | "node" | "definitions" | "providers";

/**
 * Returns the cached part for the same environment, or the result of `make` in an environment that records which
 * variables are read.
 */
export type KeepPart = <Content>(
  part: AnalysisPart,
  make: (env: ObservedEnvironment) => Content | Promise<Content>,
) => Promise<Content>;

/** Throws InvalidModules with the name of the file. */
export async function analyze(
  bundle: FunctionBundle,
  env: Readonly<Record<string, string>>,
  keep: KeepPart,
): Promise<Analysis> {
  const withoutProviders = { ...bundle, hasAuthConfig: false };
  const isolateModules = await keep("modules", (observed) =>
    describeIsolateModules(withoutProviders, observed),
  );
  const { app, components } = await keep("definitions", (observed) => describeDefinitions(bundle, observed));
  const instances = instantiate(app, new Map(components), env);
  const nodeModules = await keep("node", (observed) => describeNodeModules(bundle, observed));
  // The variables that auth.config reads differ from folder to folder, and include those of local accounts.
  const authConfig = await keep("providers", (observed) =>
    bundle.hasAuthConfig
      ? describeIsolateModules({ ...bundle, modules: [], hasSchema: false }, observed, MISSING_VARIABLE)
      : [],
  );
  const functions: Record<string, AnalyzedFunction> = {};
  addFunctions(functions, isolateModules, "isolate");
  addFunctions(functions, nodeModules, "node");
  const { routes, schema, crons } = contentsOf(isolateModules);
  return {
    bundleHash: bundle.hash,
    functions: { ...functions, ...instances.functions },
    routes,
    httpPrefix: app.httpPrefix ?? null,
    mounts: mountsOf("", app),
    components: instances.components,
    crons: { ...crons, ...instances.crons },
    schema,
    authProviders: findIn(authConfig, "providers") ?? [],
  };
}

function findIn<K extends keyof DescribedModule>(modules: readonly DescribedModule[], field: K) {
  return modules.find((module) => module[field] !== undefined)?.[field];
}

function contentsOf(modules: readonly DescribedModule[]) {
  const crons = findIn(modules, "crons");
  return {
    routes: (findIn(modules, "routes") ?? []).map(([path, method]) => ({ path, method })),
    // Written by `convex/server` itself, in the shape that AnalyzedCron describes.
    crons: crons === undefined ? {} : (JSON.parse(crons) as Record<string, AnalyzedCron>),
    schema: findIn(modules, "schema") ?? null,
  };
}

const NO_COMPONENTS: DefinitionExport = { childComponents: [], httpMounts: {} };

/** The content of a folder is included only if the definition is used. */
function describeDefinitions(
  { definitionsScriptPath, components }: FunctionBundle,
  env: ObservedEnvironment,
): {
  readonly app: DefinitionExport;
  readonly components: readonly (readonly [string, AnalyzedDefinition])[];
} {
  if (definitionsScriptPath === null) return { app: NO_COMPONENTS, components: [] };
  const definitions = evaluateDefinitions(definitionsScriptPath, env.variables, env.note);
  return {
    app: definitions.app,
    components: components.flatMap((component) => {
      const definition = definitions.components[component.definitionPath];
      // A definition that is imported and never used is not evaluated.
      if (definition === undefined) return [];
      const modules = describeIsolateModules(
        { ...component, hasAuthConfig: false },
        new ObservedEnvironment({}),
      );
      const functions: Record<string, AnalyzedFunction> = {};
      addFunctions(functions, modules, "isolate");
      return [[component.definitionPath, { definition, functions, ...contentsOf(modules) }] as const];
    }),
  };
}

function addFunctions(
  functions: Record<string, AnalyzedFunction>,
  modules: readonly DescribedModule[],
  environment: Environment,
): void {
  for (const module of modules) {
    if (module.path === SCHEMA_MODULE || module.path === AUTH_CONFIG_MODULE) continue;
    for (const { name, ...described } of module.functions) {
      if (environment === "node" && described.kind !== "action") {
        throw new EngineError(
          "InvalidModules",
          `\`${name}\` defined in \`${module.path}.js\` is a ${described.kind} function. Only actions can be ` +
            "defined in Node.js. See https://docs.convex.dev/functions/actions for more details.",
        );
      }
      requireKnownValidators(module.path, name, described);
      functions[`${module.path}:${name}`] = {
        ...described,
        environment,
        modulePath: module.path,
        exportName: name,
      };
    }
  }
}

/** Throws InvalidModules if a function's arguments or result have a validator that is newer than this runtime. */
function requireKnownValidators(
  path: string,
  name: string,
  { args, returns }: Pick<AnalyzedFunction, "args" | "returns">,
): void {
  for (const text of [args, returns]) {
    // `convex/server` wrote this JSON. The form of a validator is its contract with a backend.
    const validator = JSON.parse(text) as ValidatorJson | null;
    const unknown = validator === null ? null : unknownValidator(validator);
    if (unknown === null) continue;
    throw new EngineError(
      "InvalidModules",
      `\`${name}\` defined in \`${path}.js\` has a validator of type "${unknown}", which is newer than this runtime.`,
    );
  }
}

type IsolateBundle = Pick<
  FunctionBundle,
  "modules" | "hasSchema" | "hasAuthConfig" | "isolateScriptPath" | "isolatePlacesPath" | "functionsDir"
>;

function describeIsolateModules(
  bundle: IsolateBundle,
  env: ObservedEnvironment,
  envRefusal?: string,
): readonly DescribedModule[] {
  const paths = bundle.modules
    .filter((module) => module.environment === "isolate")
    .map((module) => module.path);
  if (bundle.hasSchema) paths.push(SCHEMA_MODULE);
  if (bundle.hasAuthConfig) paths.push(AUTH_CONFIG_MODULE);
  const { isolateScriptPath, isolatePlacesPath, functionsDir } = bundle;
  const frames = createSourceFrames(isolateScriptPath, isolatePlacesPath, functionsDir);
  const script = compileBundle(readFileSync(isolateScriptPath, "utf8"), isolateScriptPath);
  const isolate = new Isolate({ script, frames, env: env.variables, onEnvRead: env.note, envRefusal });
  // Only JSON text is returned from the context.
  const table = isolate.evaluate(MODULES_GLOBAL) as ModuleTable;
  const describe = isolate.evaluate(`(${inContext(describeModules)})`) as typeof describeModules;
  return modulesOf(describe(table, paths), frames);
}

async function describeNodeModules(
  bundle: FunctionBundle,
  env: ObservedEnvironment,
): Promise<readonly DescribedModule[]> {
  const { nodeScriptPath, nodePlacesPath, functionsDir } = bundle;
  if (nodeScriptPath === null) return [];
  const paths = bundle.modules.filter((module) => module.environment === "node").map((module) => module.path);
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { createRequire } = require("node:module");
    const { readFileSync } = require("node:fs");
    const { compileFunction } = require("node:vm");
    const { script, functionsDir, modulesGlobal, paths } = workerData;
    const reads = new Set();
    (${inContext(observeEnv)})((name) => reads.add(name));
    const module_ = { exports: {} };
    const load = compileFunction(readFileSync(script, "utf8"), ["module", "exports", "require"], { filename: script });
    const requireFrom = ${inContext(requireFrom)};
    load(module_, module_.exports, requireFrom(createRequire, [functionsDir, process.cwd()]));
    const describe = ${inContext(describeModules)};
    const text = describe(module_.exports[modulesGlobal], paths);
    parentPort.postMessage({ text, reads: [...reads] });
  `;
  const worker = new Worker(source, {
    eval: true,
    env: { ...process.env, ...env.variables },
    workerData: { script: nodeScriptPath, functionsDir, modulesGlobal: MODULES_GLOBAL, paths },
  });
  try {
    const { text, reads } = await new Promise<{ text: string; reads: (string | null)[] }>(
      (resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.once("exit", () =>
          reject(new EngineError("InvalidModules", "The Node.js modules ended early.")),
        );
      },
    );
    for (const name of reads) env.note(name);
    return modulesOf(text, createSourceFrames(nodeScriptPath, nodePlacesPath, functionsDir));
  } finally {
    await worker.terminate();
  }
}

/** A bundler that keeps function names wraps functions in `__name(...)`. */
function inContext(self: (...args: never[]) => unknown): string {
  return `(() => { const __name = (value) => value; return (${self.toString()}); })()`;
}

function modulesOf(text: string, frames: SourceFrames): readonly DescribedModule[] {
  // describeModules has just written this text.
  const description = JSON.parse(text) as Description;
  if ("modules" in description) return description.modules;
  const { failedModule, message } = description;
  if (failedModule === AUTH_CONFIG_MODULE && message.startsWith("Environment variable ")) {
    throw new EngineError("AuthConfigMissingEnvironmentVariable", message);
  }
  const where = /\.\.\/convex\/[^)]*/.exec(frames.translate(description.stack)[0] ?? "")?.[0];
  throw new EngineError(
    "InvalidModules",
    `Failed to analyze ${failedModule}.js: ${message}${where ? ` (${where})` : ""}`,
  );
}
