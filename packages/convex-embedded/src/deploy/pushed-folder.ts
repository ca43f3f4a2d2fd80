/**
 * Writes the modules of a push to a functions folder with a manifest. The components are written beside it at the
 * app's definition paths, so that the result is bundled like any folder. Source maps are changed so that they name
 * the developer's files as if they were in the folder.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AUTH_CONFIG_MODULE, SCHEMA_MODULE, type Environment } from "../functions/analysis.js";
import { LISTING_FILE, type EntryPoints } from "../functions/bundle/entry-points.js";
import type { ModuleSource, StartPushRequest } from "./push-request.js";

/** The CLI leaves out modules whose hash is unchanged. */
export interface ModuleHash {
  readonly path: string;
  readonly environment: Environment;
  readonly hash: string;
}

/** Module paths by definition path. The app's path is "". */
export type ModulesByDefinition = Readonly<Record<string, readonly ModuleHash[]>>;

/** Its `code` is for the CLI. */
export class PushError extends Error {
  override readonly name = "PushError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface PushedDefinition {
  readonly folder: string;
  readonly projectFolder: string;
  readonly definition: ModuleSource | null;
  readonly schema: ModuleSource | null;
  readonly modules: readonly ModuleSource[];
}

export interface UnchangedModules {
  readonly functionsDir: string;
  readonly modules: readonly ModuleHash[];
}

const CHUNKS = "_deps/";
const COMPONENT_IMPORT = /(["'])\.\/_componentDeps\/([\w-]+)\1/g;
const CONFIG_FILE = "convex.config.js";

/** The folder is so deep below `root` that no component is outside `root`. */
export function functionsDirIn(root: string, definitionPaths: readonly string[]): string {
  const climbs = definitionPaths.map(
    (definition) => definition.split("/").filter((part) => part === "..").length,
  );
  return path.join(root, ...Array.from({ length: Math.max(0, ...climbs) }, () => "app"), "convex");
}

/** Modules that the CLI left out as unchanged are taken from `previous`. */
export function writePush(
  functionsDir: string,
  request: StartPushRequest,
  previous: UnchangedModules | null,
): ModulesByDefinition {
  const { appDefinition, componentDefinitions, nodeDependencies, functions } = request;
  const written: Record<string, ModuleHash[]> = {};
  const app: PushedDefinition = {
    folder: functionsDir,
    projectFolder: functions,
    definition: appDefinition.definition,
    schema: appDefinition.schema,
    modules: appDefinition.changedModules,
  };
  mkdirSync(functionsDir, { recursive: true });
  const unchanged = appDefinition.unchangedModuleHashes.map(({ sha256, ...module }) => {
    const known = { ...module, hash: sha256 };
    copyUnchanged(functionsDir, known, previous);
    return known;
  });
  written[""] = writeDefinition(functionsDir, app, unchanged);
  for (const { definitionPath, definition, schema, functions: modules } of componentDefinitions) {
    const folder = path.resolve(functionsDir, requirePlainPath(definitionPath));
    const projectFolder = path.posix.join(functions, definitionPath);
    written[definitionPath] = writeDefinition(
      functionsDir,
      { folder, projectFolder, definition, schema, modules },
      [],
    );
  }
  const externalPackages = nodeDependencies.map(({ name }) => name);
  writeFileSync(path.join(functionsDir, "..", "convex.json"), JSON.stringify({ node: { externalPackages } }));
  return written;
}

function writeDefinition(
  functionsDir: string,
  pushed: PushedDefinition,
  unchanged: readonly ModuleHash[],
): ModuleHash[] {
  const { folder, definition, schema, modules } = pushed;
  mkdirSync(folder, { recursive: true });
  for (const module of modules) writeModule(pushed, module);
  if (schema !== null) writeModule(pushed, { ...schema, path: `${SCHEMA_MODULE}.js` });
  if (definition !== null) {
    const source = definition.source.replace(COMPONENT_IMPORT, (_text, _quote, encoded: string) =>
      JSON.stringify(importOf(functionsDir, folder, Buffer.from(encoded, "base64url").toString("utf8"))),
    );
    writeFileSync(path.join(folder, CONFIG_FILE), source);
  }
  const all = [
    ...unchanged,
    ...modules.map((module) => ({
      path: module.path,
      environment: module.environment,
      hash: hashOf(module),
    })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  writeFileSync(path.join(folder, LISTING_FILE), JSON.stringify(entriesOf(all, schema !== null)));
  return all;
}

function importOf(functionsDir: string, folder: string, definitionPath: string): string {
  const target = path.join(path.resolve(functionsDir, requirePlainPath(definitionPath)), CONFIG_FILE);
  const relative = path.relative(folder, target).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** The CLI calculates the same fingerprint. */
function hashOf(module: ModuleSource): string {
  return createHash("sha256")
    .update(module.source)
    .update(module.sourceMap ?? "")
    .digest("hex");
}

function entriesOf(modules: readonly ModuleHash[], hasSchema: boolean): EntryPoints {
  const authConfig = `${AUTH_CONFIG_MODULE}.js`;
  return {
    modules: modules
      .filter((module) => module.path !== authConfig && !module.path.startsWith(CHUNKS))
      .map(({ path: file, environment }) => ({ path: file.replace(/\.js$/, ""), environment, file })),
    schemaFile: hasSchema ? `${SCHEMA_MODULE}.js` : null,
    authConfigFile: modules.some((module) => module.path === authConfig) ? authConfig : null,
  };
}

function writeModule({ folder, projectFolder }: PushedDefinition, module: ModuleSource): void {
  const place = placeOf(folder, module.path);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, module.source);
  if (typeof module.sourceMap === "string") {
    writeFileSync(`${place}.map`, bentMap(module.sourceMap, module.path, projectFolder));
  }
}

/** The CLI's maps are written as if the modules were in a folder `out` of the developer's project. */
function bentMap(text: string, modulePath: string, projectFolder: string): string {
  // Written by the CLI's bundler.
  const map = JSON.parse(text) as { sources?: readonly string[] };
  const folderOfModule = path.posix.dirname(modulePath);
  const sources = map.sources?.map((source) => {
    const inProject = path.posix.join("out", folderOfModule, source);
    return path.posix.relative(folderOfModule, path.posix.relative(projectFolder, inProject));
  });
  return JSON.stringify({ ...map, sources });
}

/** The path is part of a request, and must remain inside the folder. */
function placeOf(folder: string, modulePath: string): string {
  const place = path.resolve(folder, modulePath);
  if (!/^[\w./-]+\.js$/.test(modulePath) || !place.startsWith(`${path.resolve(folder)}${path.sep}`)) {
    throw new PushError("InvalidModules", `${modulePath} is not a valid path to a Convex module.`);
  }
  return place;
}

function requirePlainPath(definitionPath: string): string {
  const isPlain = /^(\.\.\/)*([\w@+~-][\w.@+~-]*\/)*[\w@+~-][\w.@+~-]*$/.test(definitionPath);
  if (isPlain) return definitionPath;
  throw new PushError("InvalidModules", `${definitionPath} is not a valid path to a component.`);
}

function copyUnchanged(functionsDir: string, module: ModuleHash, previous: UnchangedModules | null): void {
  const known = previous?.modules.find(({ path: modulePath }) => modulePath === module.path);
  if (previous === null || known?.hash !== module.hash) {
    throw new PushError("RaceDetected", `The module ${module.path} has changed during the push.`);
  }
  const from = placeOf(previous.functionsDir, module.path);
  const to = placeOf(functionsDir, module.path);
  cpSync(from, to);
  if (existsSync(`${from}.map`)) cpSync(`${from}.map`, `${to}.map`);
}
