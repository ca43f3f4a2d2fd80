/**
 * Loads the folder's code into the worker, where all actions share it. The bundle for the default runtime is a
 * script in the worker's own global scope, and the "use node" bundle a CommonJS module. The code of a component is
 * evaluated once for each of its instances, with a separate `process.env` and separate global variables. All code
 * is read at its first use.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";
import { MODULES_GLOBAL } from "../analysis.js";
import { requireFrom } from "../bundle/external-packages.js";
import type { WorkerComponent, WorkerData } from "./protocol.js";

type ModuleExports = Readonly<Record<string, unknown>>;
type ModuleTable = Readonly<Record<string, (() => ModuleExports) | undefined>>;

export type ModuleLoader = (
  environment: "isolate" | "node",
  modulePath: string,
  component: string,
) => ModuleExports;

export function createModuleLoader(data: WorkerData): ModuleLoader {
  const tables: { isolate?: ModuleTable; node?: ModuleTable } = {};
  const ofComponents = new Map<string, ModuleTable>();
  const read = {
    isolate: () => readIsolateTable(data.isolateScriptPath),
    node: () => readNodeTable(data),
  };
  const componentTable = (component: string): ModuleTable => {
    const known = ofComponents.get(component);
    if (known !== undefined) return known;
    const read = readComponentTable(data.components[component]);
    ofComponents.set(component, read);
    return read;
  };
  return (environment, modulePath, component) => {
    const table =
      component === "" ? (tables[environment] ??= read[environment]()) : componentTable(component);
    const evaluate = table[modulePath];
    if (evaluate === undefined) throw new Error(`Couldn't find JavaScript module '${modulePath}'.`);
    return evaluate();
  };
}

function readIsolateTable(scriptPath: string): ModuleTable {
  vm.runInThisContext(readFileSync(scriptPath, "utf8"), { filename: scriptPath });
  // The bundler defines this global in every isolate script.
  return (globalThis as unknown as Readonly<Record<string, ModuleTable>>)[MODULES_GLOBAL] ?? {};
}

function readComponentTable(component: WorkerComponent | undefined): ModuleTable {
  if (component === undefined) return {};
  const { isolateScriptPath, env } = component;
  const own = ownGlobals({ process: { env: { ...env } } });
  const source = readFileSync(isolateScriptPath, "utf8");
  // A function's parameters shadow the globals of the same names.
  const evaluate = vm.compileFunction(source, ["globalThis", "self", "process"], {
    filename: isolateScriptPath,
  }) as (...globals: unknown[]) => void;
  evaluate(own, own, own["process"]);
  // The bundler defines this global in every isolate script.
  return (own[MODULES_GLOBAL] ?? {}) as ModuleTable;
}

/** The object reads the worker's globals but stores its own written values. */
function ownGlobals(first: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own: Record<string, unknown> = { ...first };
  const shared = globalThis as unknown as Readonly<Record<PropertyKey, unknown>>;
  return new Proxy(own, {
    get: (target, name) =>
      (Object.hasOwn(target, name) ? Reflect.get(target, name) : shared[name]) as unknown,
    has: (target, name) => Object.hasOwn(target, name) || name in globalThis,
  });
}

function readNodeTable({ nodeScriptPath, functionsDir }: WorkerData): ModuleTable {
  if (nodeScriptPath === null) return {};
  const source = readFileSync(nodeScriptPath, "utf8");
  const evaluate = vm.compileFunction(source, ["module", "exports", "require"], {
    filename: nodeScriptPath,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (...parameters: unknown[]) => void;
  const module: { exports: Readonly<Record<string, ModuleTable>> } = { exports: {} };
  evaluate(module, module.exports, requireFrom(createRequire, [functionsDir, process.cwd()]));
  // The bundler exports this property from every node script.
  return module.exports[MODULES_GLOBAL] ?? {};
}
