/**
 * Answers the bundle and the analysis of a functions folder, from the data folder's cache when no input file
 * has changed since. A cache entry is complete or absent: its folder is renamed into place as a whole.
 *
 *   <data>/bundle/current.json       inputs and hash of the newest bundle
 *   <data>/bundle/<hash>/            scripts, source maps
 *   <data>/bundle/<hash>/analysis-<environment hash>.json
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version as esbuildVersion } from "esbuild";
import type { Analysis, FunctionBundle } from "../analysis.js";
import { analyze } from "./analyze.js";
import { buildScripts, type BuiltScripts } from "./build.js";
import { findEntryPoints, type EntryPoints } from "./entry-points.js";

export interface PrepareOptions {
  /** Where the modules stand; what a stack trace names is relative to it. */
  readonly functionsDir: string;
  readonly dataDir: string;
  /** What `process.env` is to modules while they are evaluated. */
  readonly env: Readonly<Record<string, string>>;
  /** Lists the modules; by default the folder's, by the rules of the CLI. */
  readonly findEntries?: () => EntryPoints;
}

export interface PreparedFunctions {
  readonly bundle: FunctionBundle;
  readonly analysis: Analysis;
}

interface Manifest {
  readonly format: string;
  readonly hash: string;
  readonly functionsDir: string;
  readonly entryFiles: readonly string[];
  /** SHA-256 of each input, by absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Raise the number when the scripts' or the analysis' form changes. */
const FORMAT = `1 esbuild ${esbuildVersion}`;

/** Bundles and analyzes the folder unless the cache has it; throws InvalidModules when it does not compile. */
export async function prepareFunctions(options: PrepareOptions): Promise<PreparedFunctions> {
  const functionsDir = path.resolve(options.functionsDir);
  const cacheDir = path.join(path.resolve(options.dataDir), "bundle");
  const entries = options.findEntries?.() ?? findEntryPoints(functionsDir);
  const manifest = readManifest(cacheDir);
  const hash =
    manifest !== null && isCurrent(manifest, functionsDir, cacheDir, entries)
      ? manifest.hash
      : await rebuild(functionsDir, cacheDir, entries);
  const bundle = openBundle(functionsDir, cacheDir, hash, entries);
  return { bundle, analysis: await cachedAnalysis(bundle, path.join(cacheDir, hash), options.env) };
}

/** Analyzes a prepared bundle anew, for another environment. */
export async function prepareForEnvironment(
  bundle: FunctionBundle,
  env: PrepareOptions["env"],
): Promise<PreparedFunctions> {
  return { bundle, analysis: await cachedAnalysis(bundle, path.dirname(bundle.isolateScriptPath), env) };
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function entryFiles(entries: EntryPoints): string[] {
  return [...entries.modules.map((module) => module.file), entries.schemaFile, entries.authConfigFile].filter(
    (file) => file !== null,
  );
}

function readManifest(cacheDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(path.join(cacheDir, "current.json"), "utf8")) as Manifest;
  } catch {
    // No cache yet, or one that was cut off: bundling again is always right.
    return null;
  }
}

function isCurrent(
  manifest: Manifest,
  functionsDir: string,
  cacheDir: string,
  entries: EntryPoints,
): boolean {
  return (
    manifest.format === FORMAT &&
    manifest.functionsDir === functionsDir &&
    existsSync(path.join(cacheDir, manifest.hash, scriptName("isolate"))) &&
    JSON.stringify(manifest.entryFiles) === JSON.stringify(entryFiles(entries)) &&
    Object.entries(manifest.inputs).every(([file, hash]) => existsSync(file) && hashFile(file) === hash)
  );
}

function hashFile(file: string): string {
  return sha256(readFileSync(file));
}

async function rebuild(functionsDir: string, cacheDir: string, entries: EntryPoints): Promise<string> {
  const scripts = await buildScripts(functionsDir, entries);
  const files = new Set([...scripts.isolate.inputs, ...(scripts.node?.inputs ?? [])]);
  const inputs = Object.fromEntries([...files].sort().map((file) => [file, hashFile(file)]));
  const hash = sha256(
    JSON.stringify([FORMAT, functionsDir, scripts.isolate.code, scripts.node?.code ?? null]),
  ).slice(0, 32);
  writeScripts(path.join(cacheDir, hash), scripts);
  const manifest: Manifest = {
    format: FORMAT,
    hash,
    functionsDir,
    entryFiles: entryFiles(entries),
    inputs,
  };
  replaceFile(path.join(cacheDir, "current.json"), JSON.stringify(manifest));
  removeOthers(cacheDir, hash);
  return hash;
}

function writeScripts(dir: string, scripts: BuiltScripts): void {
  rmSync(dir, { recursive: true, force: true });
  const temporary = `${dir}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    if (script === null) continue;
    const { code, map } = script as BuiltScripts["isolate"];
    writeFileSync(path.join(temporary, scriptName(name)), code);
    writeFileSync(path.join(temporary, `${scriptName(name)}.map`), map);
  }
  renameSync(temporary, dir);
}

/** The data folder may lie in a package of type "module"; the node script is CommonJS. */
function scriptName(environment: string): string {
  return environment === "node" ? "node.cjs" : "isolate.js";
}

function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

function removeOthers(cacheDir: string, hash: string): void {
  for (const entry of readdirSync(cacheDir, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== hash) {
      rmSync(path.join(cacheDir, entry.name), { recursive: true, force: true });
    }
  }
}

function openBundle(
  functionsDir: string,
  cacheDir: string,
  hash: string,
  entries: EntryPoints,
): FunctionBundle {
  const script = (environment: string) => path.join(cacheDir, hash, scriptName(environment));
  const hasNode = entries.modules.some((module) => module.environment === "node");
  return {
    hash,
    isolateScriptPath: script("isolate"),
    isolateMapPath: `${script("isolate")}.map`,
    nodeScriptPath: hasNode ? script("node") : null,
    nodeMapPath: hasNode ? `${script("node")}.map` : null,
    functionsDir,
    modules: entries.modules.map(({ path: modulePath, environment }) => ({ path: modulePath, environment })),
    hasSchema: entries.schemaFile !== null,
    hasAuthConfig: entries.authConfigFile !== null,
  };
}

/** Modules may read the environment while they are evaluated, so each environment has its own analysis. */
async function cachedAnalysis(
  bundle: FunctionBundle,
  dir: string,
  env: PrepareOptions["env"],
): Promise<Analysis> {
  const environment = sha256(JSON.stringify(Object.entries(env).sort())).slice(0, 16);
  const file = path.join(dir, `analysis-${environment}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Analysis;
  const analysis = await analyze(bundle, env);
  replaceFile(file, JSON.stringify(analysis));
  return analysis;
}
