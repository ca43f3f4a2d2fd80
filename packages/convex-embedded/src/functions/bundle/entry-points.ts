/**
 * Determines which files of a functions folder are modules, and where each of them runs. The rules are those of the
 * Convex CLI, so that a folder has the same functions here and in a deployment.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { EngineError } from "../../errors.js";
import { AUTH_CONFIG_MODULE, SCHEMA_MODULE, type BundledModule } from "../analysis.js";

export interface EntryPoint extends BundledModule {
  /** Relative to the folder, with extension and `/`. */
  readonly file: string;
}

export interface EntryPoints {
  readonly modules: readonly EntryPoint[];
  readonly schemaFile: string | null;
  readonly authConfigFile: string | null;
}

/** A file that lists the modules of a folder that the CLI has pushed. The CLI has already applied these rules. */
export const LISTING_FILE = ".modules.json";
const EXTENSIONS = [".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".jsx"];
/** The runtime itself evaluates these modules, so they cannot need Node. */
const ISOLATE_ONLY = new Set(["http", "crons"]);

/** Throws InvalidModules if the folder is not valid. */
export function findEntryPoints(functionsDir: string): EntryPoints {
  if (!existsSync(functionsDir)) {
    throw new EngineError("InvalidModules", `The functions folder ${functionsDir} does not exist.`);
  }
  const listing = path.join(functionsDir, LISTING_FILE);
  if (existsSync(listing)) return JSON.parse(readFileSync(listing, "utf8")) as EntryPoints;
  const modules = listFiles(functionsDir, "")
    .filter(isModuleFile)
    .flatMap((file) => {
      const source = readFileSync(path.join(functionsDir, file), "utf8");
      return isEmptyTypeScript(file, source) ? [] : [entryPoint(file, source)];
    });
  checkUnique(modules);
  return {
    modules,
    schemaFile: firstExisting(functionsDir, [`${SCHEMA_MODULE}.ts`, `${SCHEMA_MODULE}.js`]),
    authConfigFile: firstExisting(functionsDir, [`${AUTH_CONFIG_MODULE}.ts`, `${AUTH_CONFIG_MODULE}.js`]),
  };
}

function listFiles(root: string, folder: string): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return [relative];
      // A folder with its own convex.config.ts is a component and is not deployed with the app.
      const isComponent = existsSync(path.join(root, relative, "convex.config.ts"));
      return entry.isDirectory() && !isComponent ? listFiles(root, relative) : [];
    });
}

function isModuleFile(file: string): boolean {
  const name = path.posix.basename(file);
  if (file.startsWith("_deps/")) {
    throw new EngineError(
      "InvalidModules",
      `The path "${file}" is within the "_deps" directory, which is reserved for dependencies. Please move your code to another directory.`,
    );
  }
  return (
    EXTENSIONS.some((extension) => file.endsWith(extension)) &&
    !file.startsWith("_generated/") &&
    !name.startsWith(".") &&
    !name.startsWith("#") &&
    name !== "schema.ts" &&
    name !== "schema.js" &&
    name.split(".").length === 2 &&
    !file.includes(" ")
  );
}

/** TypeScript without an import or export is a script, not a module. */
function isEmptyTypeScript(file: string, source: string): boolean {
  return /\.tsx?$/.test(file) && !/^\s{0,100}(import|export)/m.test(source);
}

function entryPoint(file: string, source: string): EntryPoint {
  const modulePath = file.replace(/\.[^/.]+$/, "");
  const isNode = hasUseNodeDirective(source);
  if (isNode && ISOLATE_ONLY.has(modulePath)) {
    throw new EngineError("InvalidModules", `"use node" directive is not allowed for ${file}.`);
  }
  if (!/^[A-Za-z0-9_./]+$/.test(modulePath)) {
    throw new EngineError(
      "InvalidModules",
      `${file} is not a valid path to a Convex module. Path component may only contain alphanumeric characters, underscores, or periods.`,
    );
  }
  return { path: modulePath, environment: isNode ? "node" : "isolate", file };
}

/** The directives are at the beginning of a file, after comments. */
export function hasUseNodeDirective(source: string): boolean {
  const leading = /^(?:\s+|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|#![^\n]*\n)*/;
  const directive = /^(["'])([^"'\n]*)\1\s*(?:;|\n|$)/;
  let rest = source;
  for (;;) {
    rest = rest.replace(leading, "");
    const match = directive.exec(rest);
    if (match === null) return false;
    if (match[2] === "use node") return true;
    rest = rest.slice(match[0].length);
  }
}

function checkUnique(modules: readonly EntryPoint[]): void {
  const files = new Map<string, string>();
  for (const { path: modulePath, file } of modules) {
    const other = files.get(modulePath);
    if (other !== undefined) {
      throw new EngineError("InvalidModules", `Found both ${other} and ${file}, choose one.`);
    }
    files.set(modulePath, file);
  }
}

function firstExisting(root: string, files: readonly string[]): string | null {
  return files.find((file) => existsSync(path.join(root, file))) ?? null;
}
