/**
 * Loads the folder's code into the worker, where all actions share it: the bundle for the default runtime
 * as a script of the worker's own global scope, the "use node" bundle as a CommonJS module. Each is read at
 * its first use only.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { MODULES_GLOBAL } from "../analysis.js";
import type { WorkerData } from "./protocol.js";

type ModuleExports = Readonly<Record<string, unknown>>;
type ModuleTable = Readonly<Record<string, (() => ModuleExports) | undefined>>;

export type ModuleLoader = (environment: "isolate" | "node", modulePath: string) => ModuleExports;

/** Makes the function that answers a module's exports. */
export function createModuleLoader(data: WorkerData): ModuleLoader {
  const tables: { isolate?: ModuleTable; node?: ModuleTable } = {};
  const read = {
    isolate: () => readIsolateTable(data.isolateScriptPath),
    node: () => readNodeTable(data),
  };
  return (environment, modulePath) => {
    const table = (tables[environment] ??= read[environment]());
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

function readNodeTable({ nodeScriptPath, functionsDir }: WorkerData): ModuleTable {
  if (nodeScriptPath === null) return {};
  const require = createRequire(path.join(functionsDir, "functions.cjs"));
  // The bundler exports this property from every node script.
  const exported = require(nodeScriptPath) as Readonly<Record<string, ModuleTable>>;
  return exported[MODULES_GLOBAL] ?? {};
}
