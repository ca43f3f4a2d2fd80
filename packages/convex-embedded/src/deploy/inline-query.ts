/**
 * Runs a query whose source is in the request (`convex run --inline-query`), in the app or in one of its
 * components. It is bundled and run like a pushed module, in separate contexts that are discarded after it. It can
 * only read.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "../database/api.js";
import type { FileStore } from "../files/file-store.js";
import type { ActionRunner } from "../functions/action-host.js";
import type { ComponentInstance } from "../functions/analysis.js";
import type { QueryOutcome } from "../functions/api.js";
import { LISTING_FILE, type EntryPoints } from "../functions/bundle/entry-points.js";
import type { PreparedFunctions } from "../functions/bundle/prepare.js";
import { createFunctionRunner, type FunctionRunnerOptions } from "../functions/function-runner.js";
import { pathIn } from "../functions/paths.js";
import type { Deployment } from "./deployment.js";
import { inlineQueriesFolder } from "./inline-queries-folder.js";
import { PushError } from "./pushed-folder.js";

export interface InlineQueryServices {
  readonly database: Database;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly deploymentName: string;
}

export interface InlineQuery {
  readonly source: string;
  /** A JSON array with one object. */
  readonly args: string;
  readonly component: string;
}

const MODULE = "testQuery";
const FUNCTION = `${MODULE}:default`;
const BUILDERS_FILE = "builders.js";
/** The paths from which the CLI allows a query to import its builders. */
const BUILDERS = /(["'])convex:\/_system\/repl\/wrappers\.js\1/g;

/** Throws PushError or EngineError if the source is invalid. */
export async function runInlineQuery(
  services: InlineQueryServices,
  deployment: Deployment,
  { source, args, component }: InlineQuery,
): Promise<QueryOutcome> {
  const { components } = deployment.analysis;
  const instance = components.find(({ path: ofInstance }) => ofInstance === component) ?? null;
  if (component !== "" && instance === null) {
    throw new PushError("ComponentNotFound", `Component "${component}" not found.`);
  }
  const dir = path.join(inlineQueriesFolder(services.dataDir), randomUUID());
  const env = instance?.env ?? deployment.env;
  try {
    const functionsDir = writeModules(dir, source);
    const prepared = await deployment.prepare({ functionsDir, dataDir: dir, env });
    if (prepared.analysis.functions[FUNCTION]?.kind !== "query") {
      throw new PushError("InvalidModules", "The default export of an inline query must be a query.");
    }
    const own = instance === null ? prepared : withinComponent(prepared, instance);
    return await runOnce({ ...services, ...own, env }, pathIn(component, FUNCTION), args);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function writeModules(dir: string, source: string): string {
  const functionsDir = path.join(dir, "convex");
  mkdirSync(functionsDir, { recursive: true });
  const file = `${MODULE}.js`;
  const listing: EntryPoints = {
    modules: [{ path: MODULE, environment: "isolate", file }],
    schemaFile: null,
    authConfigFile: null,
  };
  // The folder of the query, in the data folder, may be outside any folder with packages.
  const server = fileURLToPath(import.meta.resolve("convex/server"));
  const builders = `export { queryGeneric as query, internalQueryGeneric as internalQuery } from ${JSON.stringify(server)};`;
  writeFileSync(path.join(functionsDir, LISTING_FILE), JSON.stringify(listing));
  writeFileSync(path.join(functionsDir, BUILDERS_FILE), builders);
  writeFileSync(path.join(functionsDir, file), source.replace(BUILDERS, `"./${BUILDERS_FILE}"`));
  return functionsDir;
}

/** The app's code then reads the component's tables. */
function withinComponent(
  { bundle, analysis }: PreparedFunctions,
  instance: ComponentInstance,
): PreparedFunctions {
  const { path: component, definitionPath } = instance;
  const { isolateScriptPath, isolatePlacesPath, functionsDir, modules } = bundle;
  const code = {
    definitionPath,
    isolateScriptPath,
    isolatePlacesPath,
    functionsDir,
    modules,
    hasSchema: false,
  };
  const functions = Object.entries(analysis.functions).map(
    ([name, definition]) => [pathIn(component, name), { ...definition, component }] as const,
  );
  return {
    bundle: { ...bundle, components: [code] },
    analysis: { ...analysis, components: [instance], functions: Object.fromEntries(functions) },
  };
}

/** Queries run separately from write batches. */
const NO_HOOKS = { setGuard: () => undefined, setVerifier: () => undefined };
const NO_ACTIONS: ActionRunner = {
  runAction: () => Promise.reject(new Error("An inline query runs no actions.")),
  hasRoute: () => false,
  runHttpAction: () => Promise.resolve(null),
  drained: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

async function runOnce(
  options: Omit<FunctionRunnerOptions, "createActions" | "hooks">,
  name: string,
  args: string,
): Promise<QueryOutcome> {
  const runner = createFunctionRunner({ ...options, createActions: () => NO_ACTIONS, hooks: NO_HOOKS });
  try {
    const caller = { visibility: "internal", identity: null } as const;
    const { outcomes } = await runner.runQueries([{ path: name, args, caller, journal: null }]);
    const [outcome] = outcomes;
    if (outcome === undefined) throw new Error("The query has no outcome.");
    return outcome;
  } finally {
    await runner.close();
  }
}
