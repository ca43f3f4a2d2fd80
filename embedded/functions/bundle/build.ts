/**
 * Turns a functions folder into two scripts with esbuild: one for function contexts, one for Node. Both define
 * a table from module path to a function that evaluates the module, so nothing runs before it is called for.
 * The bundler's process is stopped afterwards, because it would hold its memory for as long as we live.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { EngineError } from "../../errors.js";
import { AUTH_CONFIG_MODULE, MODULES_GLOBAL, SCHEMA_MODULE } from "../analysis.js";
import type { EntryPoints } from "./entry-points.js";

export interface BuiltScript {
  readonly code: string;
  readonly map: string;
  /** Absolute paths of every file that went in. */
  readonly inputs: readonly string[];
}

export interface BuiltScripts {
  readonly isolate: BuiltScript;
  readonly node: BuiltScript | null;
}

/** Bundles the folder's modules; throws InvalidModules with the first errors' places. */
export async function buildScripts(functionsDir: string, entries: EntryPoints): Promise<BuiltScripts> {
  const isolateFiles = new Map<string, string>();
  const nodeFiles = new Map<string, string>();
  for (const { path: modulePath, environment, file } of entries.modules) {
    (environment === "node" ? nodeFiles : isolateFiles).set(modulePath, file);
  }
  if (entries.schemaFile !== null) isolateFiles.set(SCHEMA_MODULE, entries.schemaFile);
  if (entries.authConfigFile !== null) isolateFiles.set(AUTH_CONFIG_MODULE, entries.authConfigFile);
  try {
    return {
      isolate: await build(functionsDir, isolateFiles, "isolate"),
      node: nodeFiles.size === 0 ? null : await build(functionsDir, nodeFiles, "node"),
    };
  } finally {
    await esbuild.stop();
  }
}

async function build(
  functionsDir: string,
  files: ReadonlyMap<string, string>,
  environment: "isolate" | "node",
): Promise<BuiltScript> {
  const isNode = environment === "node";
  try {
    const result = await esbuild.build({
      stdin: { contents: tableSource(files, isNode), resolveDir: functionsDir, sourcefile: "modules.js" },
      bundle: true,
      write: false,
      metafile: true,
      platform: isNode ? "node" : "browser",
      format: isNode ? "cjs" : "iife",
      target: "esnext",
      jsx: "automatic",
      conditions: ["convex", "module"],
      define: { "process.env.NODE_ENV": '"production"' },
      sourcemap: "external",
      sourcesContent: false,
      minifySyntax: true,
      outfile: path.join(functionsDir, `${environment}.bundle.js`),
      absWorkingDir: functionsDir,
      external: isNode ? externalPackages(functionsDir) : [],
      plugins: isNode ? [serverOnly] : [asyncHooks, serverOnly],
      logLevel: "silent",
    });
    return builtScript(functionsDir, result);
  } catch (error) {
    throw new EngineError("InvalidModules", describeBuildError(error));
  }
}

/** `require` of a module in the bundle evaluates it where it is called, and once. */
function tableSource(files: ReadonlyMap<string, string>, isNode: boolean): string {
  const rows = [...files].map(
    ([modulePath, file]) => `${JSON.stringify(modulePath)}: () => require(${JSON.stringify(`./${file}`)})`,
  );
  const target = isNode ? `module.exports.${MODULES_GLOBAL}` : `globalThis.${MODULES_GLOBAL}`;
  return `${target} = {\n${rows.join(",\n")}\n};\n`;
}

function builtScript(functionsDir: string, result: esbuild.BuildResult<{ write: false; metafile: true }>) {
  const text = (suffix: string) => result.outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? "";
  const inputs = Object.keys(result.metafile.inputs)
    .filter((input) => !/^[a-z-]+:/.test(input) && input !== "modules.js")
    .map((input) => path.resolve(functionsDir, input.replace(/\?.*$/, "")));
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

/** Reads which packages convex.json leaves out of "use node" bundles; it stands beside the folder. */
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

/** Next.js's marker package means nothing here. */
const serverOnly: esbuild.Plugin = {
  name: "server-only",
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, ({ path: name }) => ({ path: name, namespace: "empty" }));
    build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "", loader: "js" }));
  },
};

/** Libraries import async_hooks where it is optional; contexts have it as globals, or not at all. */
const asyncHooks: esbuild.Plugin = {
  name: "async-hooks",
  setup(build) {
    build.onResolve({ filter: /^(node:)?async_hooks$/ }, ({ path: name }) => ({
      path: name,
      namespace: "async-hooks",
    }));
    build.onLoad({ filter: /.*/, namespace: "async-hooks" }, () => ({
      contents:
        "export const { AsyncLocalStorage, AsyncResource } = globalThis;\n" +
        "export default { AsyncLocalStorage, AsyncResource };",
      loader: "js",
    }));
  },
};
