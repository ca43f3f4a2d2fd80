/**
 * Bundles a functions folder to two scripts with esbuild: one for function contexts, one for Node. Both define a
 * table from module path to a function that evaluates the module, so nothing runs before it is called. The
 * bundler's process is stopped afterwards, which frees its memory.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { EngineError } from "../../errors.js";
import { AUTH_CONFIG_MODULE, MODULES_GLOBAL, SCHEMA_MODULE } from "../analysis.js";
import { formatSize } from "../../values/limits.js";
import { MAX_CODE_BYTES } from "../limits.js";
import { configFileIn, definitionPathOf, definitionsPlugin, definitionsSource } from "./definitions.js";
import { findEntryPoints, type EntryPoints } from "./entry-points.js";

export interface BuiltScript {
  readonly code: string;
  readonly map: string;
  readonly inputs: readonly string[];
}

export interface BuiltScripts {
  readonly isolate: BuiltScript;
  readonly node: BuiltScript | null;
  /** Null without a `convex.config`. */
  readonly definitions: BuiltScript | null;
  readonly components: readonly BuiltComponent[];
}

export interface BuiltComponent {
  readonly definitionPath: string;
  readonly isolate: BuiltScript;
}

interface ScriptSource {
  readonly dir: string;
  readonly contents: string;
  readonly environment: "isolate" | "node";
  readonly plugins?: readonly esbuild.Plugin[];
}

/** Throws InvalidModules with the positions of the first errors. */
export async function buildScripts(functionsDir: string, entries: EntryPoints): Promise<BuiltScripts> {
  const nodeFiles = filesOf(entries, "node");
  try {
    const folders = new Set<string>();
    const definitions = await buildDefinitions(functionsDir, folders);
    const isolate = await buildTable(functionsDir, filesOf(entries, "isolate"), "isolate");
    const node = nodeFiles.size === 0 ? null : await buildTable(functionsDir, nodeFiles, "node");
    requireCodeSize(Buffer.byteLength(isolate.code) + Buffer.byteLength(node?.code ?? ""));
    return {
      isolate,
      node,
      definitions,
      components: await Promise.all(
        [...folders].sort().map((folder) => buildComponent(functionsDir, folder)),
      ),
    };
  } finally {
    await esbuild.stop();
  }
}

/** Throws LimitExceeded if all functions together have more code than Convex allows. */
export function requireCodeSize(bytes: number): void {
  if (bytes <= MAX_CODE_BYTES) return;
  throw new EngineError(
    "LimitExceeded",
    `Total module size exceeded the maximum (${formatSize(bytes)} > maximum size ${formatSize(MAX_CODE_BYTES)})`,
  );
}

function filesOf(entries: EntryPoints, wanted: "isolate" | "node"): Map<string, string> {
  const files = new Map<string, string>();
  for (const { path: modulePath, environment, file } of entries.modules) {
    if (environment === wanted) files.set(modulePath, file);
  }
  if (wanted === "node") return files;
  if (entries.schemaFile !== null) files.set(SCHEMA_MODULE, entries.schemaFile);
  if (entries.authConfigFile !== null) files.set(AUTH_CONFIG_MODULE, entries.authConfigFile);
  return files;
}

async function buildDefinitions(functionsDir: string, folders: Set<string>): Promise<BuiltScript | null> {
  const configFile = configFileIn(functionsDir);
  if (configFile === null) return null;
  return build({
    dir: functionsDir,
    contents: definitionsSource(configFile),
    environment: "isolate",
    plugins: [definitionsPlugin(functionsDir, folders)],
  });
}

async function buildComponent(functionsDir: string, folder: string): Promise<BuiltComponent> {
  const entries = findComponentEntryPoints(folder);
  const isolate = await buildTable(folder, filesOf(entries, "isolate"), "isolate");
  return { definitionPath: definitionPathOf(functionsDir, folder), isolate };
}

/** Throws InvalidModules if a module needs Node. */
export function findComponentEntryPoints(folder: string): EntryPoints {
  const entries = { ...findEntryPoints(folder), authConfigFile: null };
  if (entries.modules.some(({ environment }) => environment === "node")) {
    throw new EngineError(
      "InvalidModules",
      `"use node" directive is not supported in components. Remove it from the component at: ${folder}.`,
    );
  }
  return entries;
}

function buildTable(
  dir: string,
  files: ReadonlyMap<string, string>,
  environment: "isolate" | "node",
): Promise<BuiltScript> {
  return build({ dir, contents: tableSource(files, environment === "node"), environment });
}

async function build({ dir, contents, environment, plugins = [] }: ScriptSource): Promise<BuiltScript> {
  const isNode = environment === "node";
  try {
    const result = await esbuild.build({
      stdin: { contents, resolveDir: dir, sourcefile: "modules.js" },
      bundle: true,
      write: false,
      metafile: true,
      platform: isNode ? "node" : "browser",
      format: isNode ? "cjs" : "iife",
      target: "esnext",
      jsx: "automatic",
      conditions: ["convex", "module"],
      define: { "process.env.NODE_ENV": '"production"' },
      // Comments would be stored in memory three times, and a single character beyond Latin-1 doubles the size of
      // the whole script.
      minifyWhitespace: true,
      legalComments: "none",
      sourcemap: "external",
      sourcesContent: false,
      outfile: path.join(dir, `${environment}.bundle.js`),
      absWorkingDir: dir,
      external: isNode ? externalPackages(dir) : [],
      plugins: isNode ? [serverOnly] : [...plugins, asyncHooks, serverOnly, shortCuts],
      logLevel: "silent",
    });
    return builtScript(dir, result);
  } catch (error) {
    throw new EngineError("InvalidModules", describeBuildError(error));
  }
}

/** `require` of a module in the bundle evaluates the module once, at the call. */
function tableSource(files: ReadonlyMap<string, string>, isNode: boolean): string {
  const rows = [...files].map(
    ([modulePath, file]) => `${JSON.stringify(modulePath)}: () => require(${JSON.stringify(`./${file}`)})`,
  );
  const target = isNode ? `module.exports.${MODULES_GLOBAL}` : `globalThis.${MODULES_GLOBAL}`;
  return `${target} = {\n${rows.join(",\n")}\n};\n`;
}

function builtScript(dir: string, result: esbuild.BuildResult<{ write: false; metafile: true }>) {
  const text = (suffix: string) => result.outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? "";
  const inputs = Object.keys(result.metafile.inputs)
    .filter((input) => !/^[a-z-]+:/.test(input) && input !== "modules.js")
    .map((input) => path.resolve(dir, input.split("?", 1).join("")));
  return { code: text(".js"), map: text(".js.map"), inputs };
}

function describeBuildError(error: unknown): string {
  const { errors } = error as { errors?: readonly esbuild.Message[] };
  if (!Array.isArray(errors)) return String(error);
  const messages = (errors as readonly esbuild.Message[]).slice(0, 3).map(({ text, location, notes }) => {
    const place = location === null ? "" : `${location.file}:${location.line}:${location.column}: `;
    const needsNode = notes.some((note) => note.text.includes("Are you trying to bundle for node?"));
    return `${place}${text}${needsNode ? ' (a file that uses Node.js APIs must begin with "use node")' : ""}`;
  });
  return `The functions do not compile: ${messages.join("; ")}`;
}

/** convex.json is beside the folder. It names packages that "use node" bundles do not include. */
function externalPackages(functionsDir: string): string[] {
  let text: string;
  try {
    text = readFileSync(path.join(functionsDir, "..", "convex.json"), "utf8");
  } catch {
    // There need not be a convex.json.
    return [];
  }
  const config = JSON.parse(text) as { node?: { externalPackages?: readonly string[] } };
  return [...(config.node?.externalPackages ?? [])];
}

/**
 * Replacements in `convex/server`, which reads a query document by document and writes a result value by value.
 * Contexts have a faster way with the same result. Code of another version that differs is not replaced.
 */
const SHORT_CUTS: readonly (readonly [file: RegExp, from: string, to: string])[] = [
  [
    /convex[\\/]dist[\\/]esm[\\/]server[\\/]impl[\\/]registration_impl\.js$/,
    "JSON.stringify(convexToJson(result === void 0 ? null : result))",
    "(globalThis.Convex?.resultText ?? ((value, encode) => JSON.stringify(encode(value))))(result === void 0 ? null : result, convexToJson)",
  ],
  [
    /convex[\\/]dist[\\/]esm[\\/]server[\\/]impl[\\/]query_impl\.js$/,
    "    const out = [];\n    for await (const item of this) {",
    '    if (this.state.type === "preparing" && globalThis.Convex?.collectAll !== void 0) {\n' +
      "      const all = Convex.collectAll(this.startQuery(), jsonToConvex);\n" +
      "      this.closeQuery();\n      return all;\n    }\n" +
      "    const out = [];\n    for await (const item of this) {",
  ],
];

const shortCuts: esbuild.Plugin = {
  name: "short-cuts",
  setup(build) {
    for (const [filter, from, to] of SHORT_CUTS) {
      build.onLoad({ filter }, ({ path: file }) => ({
        contents: readFileSync(file, "utf8").replaceAll(from, () => to),
        loader: "js",
      }));
    }
  },
};

/** Next.js's marker package has no effect here. */
const serverOnly: esbuild.Plugin = {
  name: "server-only",
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, ({ path: name }) => ({ path: name, namespace: "empty" }));
    build.onLoad({ filter: /^/, namespace: "empty" }, () => ({ contents: "", loader: "js" }));
  },
};

/** Libraries import async_hooks if it exists. Contexts have it as globals or not at all. */
const asyncHooks: esbuild.Plugin = {
  name: "async-hooks",
  setup(build) {
    build.onResolve({ filter: /^(node:)?async_hooks$/ }, ({ path: name }) => ({
      path: name,
      namespace: "async-hooks",
    }));
    build.onLoad({ filter: /^/, namespace: "async-hooks" }, () => ({
      contents:
        "export const { AsyncLocalStorage, AsyncResource } = globalThis;\n" +
        "export default { AsyncLocalStorage, AsyncResource };",
      loader: "js",
    }));
  },
};
