/**
 * Returns the bundle and the analysis of a functions folder, from the data folder's cache if no input file has
 * changed since. A cache entry is complete or absent, because its finished folder is renamed to its final name. A
 * separate process can create missing parts of the cache, so that this process needs less memory.
 *   <data>/bundle/current.json       inputs and hash of the newest bundle
 *   <data>/bundle/<hash>/            scripts, and the sources of their code; those of components are numbered
 *   <data>/bundle/<hash>/reads.json  for each part of the analysis, the sets of variables that its evaluation has read
 *   <data>/bundle/<hash>/<part>-<hash of the values of those variables>.json
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { version as esbuildVersion } from "esbuild";
import { EngineError, type EngineErrorCode } from "../../errors.js";
import type { Analysis, ComponentBundle, FunctionBundle } from "../analysis.js";
import { analyze, type AnalysisPart } from "./analyze.js";
import { encodePlaces } from "../source-places.js";
import { buildScripts, findComponentEntryPoints, type BuiltScript, type BuiltScripts } from "./build.js";
import { configFileIn } from "./definitions.js";
import { findEntryPoints, type EntryPoints } from "./entry-points.js";
import { appearance, ObservedEnvironment, type Reads } from "./observed-environment.js";

export interface PrepareOptions {
  readonly functionsDir: string;
  readonly dataDir: string;
  /** The `process.env` of modules during their evaluation. */
  readonly env: Readonly<Record<string, string>>;
}

/** The separate process writes this to its standard output, as JSON. */
export interface PreparedApart {
  readonly refusal: { readonly code: EngineErrorCode; readonly message: string } | null;
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
  /** Definition paths of the components, in the order of their scripts' numbers. */
  readonly components: readonly string[];
  /** SHA-256 of each input, by absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Increase the number when the form of the scripts or the analysis changes. */
const FORMAT = `7 esbuild ${esbuildVersion}`;

/** The providers come from only one small module, so this process analyzes them itself. */
const LARGE_PARTS: readonly AnalysisPart[] = ["modules", "node", "definitions"];

/** Throws InvalidModules if the folder does not compile. */
export async function prepareFunctions(options: PrepareOptions): Promise<PreparedFunctions> {
  const { functionsDir, cacheDir, entries } = placesOf(options);
  const current = currentManifest(options) ?? (await rebuild(functionsDir, cacheDir, entries));
  const bundle = openBundle(current, cacheDir, entries);
  return { bundle, analysis: await cachedAnalysis(bundle, path.join(cacheDir, current.hash), options.env) };
}

/**
 * Like prepareFunctions(), but fills the cache in a separate process that runs `script`
 * (functions/prepare-apart.js). Bundling in this process would increase its memory permanently.
 */
export async function prepareFunctionsApart(
  options: PrepareOptions,
  script: URL,
): Promise<PreparedFunctions> {
  const manifest = currentManifest(options);
  const isCached =
    manifest !== null &&
    LARGE_PARTS.every((part) => {
      return keptPart(path.join(placesOf(options).cacheDir, manifest.hash), part, options.env) !== null;
    });
  if (!isCached) await fillCacheApart(options, script);
  return prepareFunctions(options);
}

async function fillCacheApart(options: PrepareOptions, script: URL): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(script)], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(options));
  let written = "";
  for await (const line of createInterface({ input: child.stdout })) {
    written = line;
    // The process has written its result. At its end, a Node process sometimes waits forever for one of its own
    // threads.
    child.kill("SIGKILL");
  }
  // A process that ended without a result has written the reason to standard error. Preparing in this process then
  // fails in the same way.
  if (written === "") return;
  const { refusal } = JSON.parse(written) as PreparedApart; // prepare-apart.ts has written this text.
  if (refusal !== null) throw new EngineError(refusal.code, refusal.message);
}

function placesOf(options: PrepareOptions) {
  const functionsDir = path.resolve(options.functionsDir);
  const cacheDir = path.join(path.resolve(options.dataDir), "bundle");
  return { functionsDir, cacheDir, entries: findEntryPoints(functionsDir) };
}

function currentManifest(options: PrepareOptions): Manifest | null {
  const { functionsDir, cacheDir, entries } = placesOf(options);
  const manifest = readManifest(cacheDir);
  return manifest !== null && isCurrent(manifest, functionsDir, cacheDir, entries) ? manifest : null;
}

/** The existing bundle is analyzed again for other variables. */
export async function prepareForEnvironment(
  bundle: FunctionBundle,
  env: PrepareOptions["env"],
): Promise<PreparedFunctions> {
  return { bundle, analysis: await cachedAnalysis(bundle, path.dirname(bundle.isolateScriptPath), env) };
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Adding or removing one of these files changes the bundle. */
function entryFiles(functionsDir: string, entries: EntryPoints, components: readonly string[]): string[] {
  const filesOf = ({ modules, schemaFile, authConfigFile }: EntryPoints) =>
    [...modules.map((module) => module.file), schemaFile, authConfigFile].filter((file) => file !== null);
  const ofComponents = components.flatMap((definitionPath) => {
    const folder = path.resolve(functionsDir, definitionPath);
    if (!existsSync(folder)) return [];
    return filesOf(findComponentEntryPoints(folder)).map((file) => `${definitionPath}/${file}`);
  });
  return [...filesOf(entries), configFileIn(functionsDir) ?? "", ...ofComponents];
}

function readManifest(cacheDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(path.join(cacheDir, "current.json"), "utf8")) as Manifest;
  } catch {
    // There is no cache yet, or it is incomplete, so the folder is bundled again.
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
    JSON.stringify(manifest.entryFiles) ===
      JSON.stringify(entryFiles(functionsDir, entries, manifest.components)) &&
    Object.entries(manifest.inputs).every(([file, hash]) => existsSync(file) && hashFile(file) === hash)
  );
}

function hashFile(file: string): string {
  return sha256(readFileSync(file));
}

async function rebuild(functionsDir: string, cacheDir: string, entries: EntryPoints): Promise<Manifest> {
  const scripts = await buildScripts(functionsDir, entries);
  const named = namedScripts(scripts);
  const files = new Set(Object.values(named).flatMap((script) => script.inputs));
  const inputs = Object.fromEntries([...files].sort().map((file) => [file, hashFile(file)]));
  const components = scripts.components.map(({ definitionPath }) => definitionPath);
  const codes = Object.entries(named).map(([name, { code }]) => [name, code]);
  const hash = sha256(JSON.stringify([FORMAT, functionsDir, components, codes])).slice(0, 32);
  writeScripts(path.join(cacheDir, hash), named);
  const manifest: Manifest = {
    format: FORMAT,
    hash,
    functionsDir,
    entryFiles: entryFiles(functionsDir, entries, components),
    components,
    inputs,
  };
  replaceFile(path.join(cacheDir, "current.json"), JSON.stringify(manifest));
  removeOthers(cacheDir, hash);
  return manifest;
}

/** The keys are the names of the scripts' files in the cache. */
function namedScripts({ isolate, node, definitions, components }: BuiltScripts): Record<string, BuiltScript> {
  const numbered = components.map((component, at) => [componentScript(at), component.isolate] as const);
  return {
    isolate,
    ...(node === null ? {} : { node }),
    ...(definitions === null ? {} : { definitions }),
    ...Object.fromEntries(numbered),
  };
}

const componentScript = (at: number): string => `component-${at}`;

function writeScripts(dir: string, scripts: Readonly<Record<string, BuiltScript>>): void {
  rmSync(dir, { recursive: true, force: true });
  const temporary = `${dir}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  for (const [name, { code, map }] of Object.entries(scripts)) {
    writeFileSync(path.join(temporary, scriptName(name)), code);
    writeFileSync(path.join(temporary, `${scriptName(name)}.places`), encodePlaces(map, isWithin));
  }
  renameSync(temporary, dir);
}

/**
 * Sources are named from the functions folder. Files outside belong to a package or to other code of the
 * repository.
 */
const isWithin = (source: string): boolean => !source.startsWith("..") && !path.isAbsolute(source);

/** The data folder may be in a package of type "module", but the node script is CommonJS. */
function scriptName(script: string): string {
  return script === "node" ? "node.cjs" : `${script}.js`;
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

function openBundle(manifest: Manifest, cacheDir: string, entries: EntryPoints): FunctionBundle {
  const { hash, functionsDir } = manifest;
  const script = (name: string) => path.join(cacheDir, hash, scriptName(name));
  const hasNode = entries.modules.some((module) => module.environment === "node");
  return {
    hash,
    isolateScriptPath: script("isolate"),
    isolatePlacesPath: `${script("isolate")}.places`,
    nodeScriptPath: hasNode ? script("node") : null,
    nodePlacesPath: hasNode ? `${script("node")}.places` : null,
    functionsDir,
    modules: modulesOf(entries),
    hasSchema: entries.schemaFile !== null,
    hasAuthConfig: entries.authConfigFile !== null,
    definitionsScriptPath: configFileIn(functionsDir) === null ? null : script("definitions"),
    components: manifest.components.map((definitionPath, at): ComponentBundle => {
      const folder = path.resolve(functionsDir, definitionPath);
      const own = findComponentEntryPoints(folder);
      return {
        definitionPath,
        isolateScriptPath: script(componentScript(at)),
        isolatePlacesPath: `${script(componentScript(at))}.places`,
        functionsDir: folder,
        modules: modulesOf(own),
        hasSchema: own.schemaFile !== null,
      };
    }),
  };
}

function modulesOf(entries: EntryPoints) {
  return entries.modules.map(({ path: modulePath, environment }) => ({ path: modulePath, environment }));
}

type ReadsOfParts = Partial<Record<AnalysisPart, readonly Reads[]>>;

const readsFile = (dir: string): string => path.join(dir, "reads.json");

function readReads(dir: string): ReadsOfParts {
  const file = readsFile(dir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ReadsOfParts) : {};
}

/** Environments in which the variables that the part reads have the same values share the file. */
function partFile(dir: string, part: AnalysisPart, env: PrepareOptions["env"], reads: Reads): string {
  return path.join(dir, `${part}-${sha256(appearance(env, reads)).slice(0, 32)}.json`);
}

/** Null if no part was made in an environment with the same values. */
function keptPart(dir: string, part: AnalysisPart, env: PrepareOptions["env"]): string | null {
  const files = (readReads(dir)[part] ?? []).map((reads) => partFile(dir, part, env, reads));
  return files.find((file) => existsSync(file)) ?? null;
}

/**
 * Modules may read the environment during evaluation. The variables that they read determine which cached part is
 * valid.
 */
async function cachedAnalysis(
  bundle: FunctionBundle,
  dir: string,
  env: PrepareOptions["env"],
): Promise<Analysis> {
  return await analyze(bundle, env, async (part, make) => {
    const kept = keptPart(dir, part, env);
    // Written below, from what the same `make` returned.
    if (kept !== null) return JSON.parse(readFileSync(kept, "utf8")) as Awaited<ReturnType<typeof make>>;
    const observed = new ObservedEnvironment(env);
    const content = await make(observed);
    const { reads } = observed;
    replaceFile(partFile(dir, part, env, reads), JSON.stringify(content));
    const known = readReads(dir);
    const others = (known[part] ?? []).filter((each) => JSON.stringify(each) !== JSON.stringify(reads));
    replaceFile(readsFile(dir), JSON.stringify({ ...known, [part]: [reads, ...others] }));
    return content;
  });
}
