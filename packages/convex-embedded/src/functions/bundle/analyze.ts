/**
 * Learns what a bundle contains by evaluating every module once: function modules in a throw-away context,
 * "use node" modules in a throw-away worker. Errors name the module that would not load.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { EngineError } from "../../errors.js";
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
import {
  instantiate,
  mountsOf,
  type AnalyzedDefinition,
  type DefinitionExport,
  type Instances,
} from "./instances.js";

/** Evaluates a bundle's modules and returns what they export; throws InvalidModules naming the file. */
export async function analyze(
  bundle: FunctionBundle,
  env: Readonly<Record<string, string>>,
): Promise<Analysis> {
  const isolateModules = describeIsolateModules(bundle, env);
  const instances = instancesOf(bundle, env);
  const nodeModules = await describeNodeModules(bundle, env);
  const functions: Record<string, AnalyzedFunction> = {};
  addFunctions(functions, isolateModules, "isolate");
  addFunctions(functions, nodeModules, "node");
  const { routes, schema, crons } = contentsOf(isolateModules);
  return {
    bundleHash: bundle.hash,
    functions: { ...functions, ...instances.functions },
    routes,
    httpPrefix: instances.app.httpPrefix ?? null,
    mounts: mountsOf("", instances.app),
    components: instances.components,
    crons: { ...crons, ...instances.crons },
    schema,
    authProviders: findIn(isolateModules, "providers") ?? [],
  };
}

function findIn<K extends keyof DescribedModule>(modules: readonly DescribedModule[], field: K) {
  return modules.find((module) => module[field] !== undefined)?.[field];
}

/** What a folder has beside functions. */
function contentsOf(modules: readonly DescribedModule[]) {
  const crons = findIn(modules, "crons");
  return {
    routes: (findIn(modules, "routes") ?? []).map(([path, method]) => ({ path, method })),
    // Written by `convex/server` itself, in the shape that AnalyzedCron names.
    crons: crons === undefined ? {} : (JSON.parse(crons) as Record<string, AnalyzedCron>),
    schema: findIn(modules, "schema") ?? null,
  };
}

const NO_COMPONENTS: DefinitionExport = { childComponents: [], httpMounts: {} };

function instancesOf(
  bundle: FunctionBundle,
  env: Readonly<Record<string, string>>,
): Instances & { readonly app: DefinitionExport } {
  const { definitionsScriptPath } = bundle;
  if (definitionsScriptPath === null) {
    return { app: NO_COMPONENTS, components: [], functions: {}, crons: {} };
  }
  const { app, components } = evaluateDefinitions(definitionsScriptPath, env);
  const definitions = new Map<string, AnalyzedDefinition>();
  for (const component of bundle.components) {
    const definition = components[component.definitionPath];
    // A definition that is imported and never used is not evaluated.
    if (definition === undefined) continue;
    const modules = describeIsolateModules({ ...component, hasAuthConfig: false }, {});
    const functions: Record<string, AnalyzedFunction> = {};
    addFunctions(functions, modules, "isolate");
    definitions.set(component.definitionPath, { definition, functions, ...contentsOf(modules) });
  }
  return { app, ...instantiate(app, definitions, env) };
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
      functions[`${module.path}:${name}`] = {
        ...described,
        environment,
        modulePath: module.path,
        exportName: name,
      };
    }
  }
}

type IsolateBundle = Pick<
  FunctionBundle,
  "modules" | "hasSchema" | "hasAuthConfig" | "isolateScriptPath" | "isolatePlacesPath" | "functionsDir"
>;

function describeIsolateModules(
  bundle: IsolateBundle,
  env: Readonly<Record<string, string>>,
): readonly DescribedModule[] {
  const paths = bundle.modules
    .filter((module) => module.environment === "isolate")
    .map((module) => module.path);
  if (bundle.hasSchema) paths.push(SCHEMA_MODULE);
  if (bundle.hasAuthConfig) paths.push(AUTH_CONFIG_MODULE);
  const { isolateScriptPath, isolatePlacesPath, functionsDir } = bundle;
  const frames = createSourceFrames(isolateScriptPath, isolatePlacesPath, functionsDir);
  const script = compileBundle(readFileSync(isolateScriptPath, "utf8"), isolateScriptPath);
  const isolate = new Isolate({ script, frames, env });
  // The table and the describing function both live in the context; only JSON text comes out.
  const table = isolate.evaluate(MODULES_GLOBAL) as ModuleTable;
  const describe = isolate.evaluate(`(${inContext(describeModules)})`) as typeof describeModules;
  return modulesOf(describe(table, paths), frames);
}

async function describeNodeModules(
  bundle: FunctionBundle,
  env: Readonly<Record<string, string>>,
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
    const module_ = { exports: {} };
    const load = compileFunction(readFileSync(script, "utf8"), ["module", "exports", "require"], { filename: script });
    const requireFrom = ${inContext(requireFrom)};
    load(module_, module_.exports, requireFrom(createRequire, [functionsDir, process.cwd()]));
    const describe = ${inContext(describeModules)};
    parentPort.postMessage(describe(module_.exports[modulesGlobal], paths));
  `;
  const worker = new Worker(source, {
    eval: true,
    env: { ...process.env, ...env },
    workerData: { script: nodeScriptPath, functionsDir, modulesGlobal: MODULES_GLOBAL, paths },
  });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () =>
        reject(new EngineError("InvalidModules", "The Node.js modules ended early.")),
      );
    });
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
  // Written by describeModules a moment ago.
  const description = JSON.parse(text) as Description;
  if ("modules" in description) return description.modules;
  const where = /\.\.\/convex\/[^)]*/.exec(frames.translate(description.stack)[0] ?? "")?.[0];
  throw new EngineError(
    "InvalidModules",
    `Failed to analyze ${description.failedModule}.js: ${description.message}${where ? ` (${where})` : ""}`,
  );
}
