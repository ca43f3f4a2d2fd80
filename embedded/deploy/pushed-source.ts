/**
 * Keeps what the CLI has pushed as files in the data folder, where it is bundled like any functions folder. A
 * pushed folder is complete or absent; the file `current.json` names the one that runs.
 *
 *   <data>/pushed/current.json
 *   <data>/pushed/<id>/modules.json    what the modules are
 *   <data>/pushed/<id>/out/            the modules as the CLI bundled them, with their source maps
 *   <data>/pushed/<id>/convex/         empty: where the developer's files would be, which stack traces name
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AUTH_CONFIG_MODULE, SCHEMA_MODULE, type Environment } from "../functions/analysis.js";
import type { EntryPoints } from "../functions/bundle/entry-points.js";
import type { ModuleSource, StartPushRequest } from "./push-request.js";

/** A module as the CLI compares it, to leave out those that have not changed. */
export interface ModuleHash {
  readonly path: string;
  readonly environment: Environment;
  readonly hash: string;
}

interface Modules {
  readonly functions: string;
  readonly udfServerVersion: string;
  readonly modules: readonly ModuleHash[];
  readonly hasSchema: boolean;
}

/** Pushed code that stands in the data folder. */
export interface PushedSource {
  readonly id: string;
  readonly dir: string;
  readonly functionsDir: string;
  readonly functions: string;
  readonly udfServerVersion: string;
  readonly modules: readonly ModuleHash[];
  findEntries(): EntryPoints;
}

/** A request that cannot be carried out, with the code that the CLI knows it by. */
export class PushError extends Error {
  override readonly name = "PushError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const CHUNKS = "_deps/";

export class PushedSources {
  private readonly dir: string;

  constructor(dataDir: string) {
    this.dir = path.join(dataDir, "pushed");
  }

  /** Opens what runs after a restart, or answers null when nothing was ever pushed. */
  openCurrent(): PushedSource | null {
    const file = path.join(this.dir, "current.json");
    if (!existsSync(file)) return null;
    // Written by makeCurrent alone.
    const { id } = JSON.parse(readFileSync(file, "utf8")) as { id: string };
    return this.open(id);
  }

  /** Writes a request's modules; those that it leaves out as unchanged are taken from `previous`. */
  write(request: StartPushRequest, previous: PushedSource | null): PushedSource {
    const id = randomUUID();
    const temporary = path.join(this.dir, `${id}.tmp`);
    const out = path.join(temporary, "out");
    const { changedModules, unchangedModuleHashes, schema } = request.appDefinition;
    const modules = [
      ...changedModules,
      ...unchangedModuleHashes.map((module) => unchangedModule(module, previous)),
    ];
    mkdirSync(path.join(temporary, "convex"), { recursive: true });
    for (const module of schema === null ? modules : [...modules, schema]) writeModule(out, module);
    const externalPackages = request.nodeDependencies.map(({ name }) => name);
    writeFileSync(path.join(temporary, "convex.json"), JSON.stringify({ node: { externalPackages } }));
    const description: Modules = {
      functions: request.functions,
      udfServerVersion: request.appDefinition.udfServerVersion,
      modules: modules.map((module) => ({
        path: module.path,
        environment: module.environment,
        hash: hashOf(module),
      })),
      hasSchema: schema !== null,
    };
    writeFileSync(path.join(temporary, "modules.json"), JSON.stringify(description));
    renameSync(temporary, path.join(this.dir, id));
    return this.open(id);
  }

  /** Lets a pushed source be the one that runs after a restart. */
  makeCurrent({ id }: PushedSource): void {
    const file = path.join(this.dir, "current.json");
    writeFileSync(`${file}.tmp`, JSON.stringify({ id }));
    renameSync(`${file}.tmp`, file);
  }

  /** Removes all pushed sources but these. */
  removeOthers(kept: readonly string[]): void {
    if (!existsSync(this.dir)) return;
    for (const entry of readdirSync(this.dir, { withFileTypes: true })) {
      if (entry.isDirectory() && !kept.includes(entry.name)) {
        rmSync(path.join(this.dir, entry.name), { recursive: true, force: true });
      }
    }
  }

  /** Stands for functions where nothing was pushed yet. */
  empty(): Pick<PushedSource, "dir" | "functionsDir" | "findEntries"> {
    const dir = path.join(this.dir, "empty");
    const functionsDir = path.join(dir, "convex");
    mkdirSync(functionsDir, { recursive: true });
    return {
      dir,
      functionsDir,
      findEntries: () => ({ modules: [], schemaFile: null, authConfigFile: null }),
    };
  }

  private open(id: string): PushedSource {
    const dir = path.join(this.dir, id);
    // Written by write() alone.
    const description = JSON.parse(readFileSync(path.join(dir, "modules.json"), "utf8")) as Modules;
    return {
      ...description,
      id,
      dir,
      functionsDir: path.join(dir, "convex"),
      findEntries: () => entriesOf(description),
    };
  }
}

/** Answers the fingerprint that the CLI compares a module by. */
function hashOf(module: ModuleSource): string {
  return createHash("sha256")
    .update(module.source)
    .update(module.sourceMap ?? "")
    .digest("hex");
}

function entriesOf({ modules, hasSchema }: Modules): EntryPoints {
  const file = (modulePath: string) => `../out/${modulePath}`;
  const authConfig = modules.find((module) => module.path === `${AUTH_CONFIG_MODULE}.js`);
  return {
    modules: modules
      .filter((module) => module !== authConfig && !module.path.startsWith(CHUNKS))
      .map((module) => ({
        path: module.path.replace(/\.js$/, ""),
        environment: module.environment,
        file: file(module.path),
      })),
    schemaFile: hasSchema ? file(`${SCHEMA_MODULE}.js`) : null,
    authConfigFile: authConfig === undefined ? null : file(authConfig.path),
  };
}

/** A path comes from outside, and must stay inside the folder. */
function placeOf(out: string, modulePath: string): string {
  const place = path.resolve(out, modulePath);
  if (!/^[\w./-]+\.js$/.test(modulePath) || !place.startsWith(`${path.resolve(out)}${path.sep}`)) {
    throw new PushError("InvalidModules", `${modulePath} is not a valid path to a Convex module.`);
  }
  return place;
}

function writeModule(out: string, module: ModuleSource): void {
  const place = placeOf(out, module.path);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, module.source);
  if (typeof module.sourceMap === "string") writeFileSync(`${place}.map`, module.sourceMap);
}

function unchangedModule(
  { path: modulePath, environment, sha256 }: { path: string; environment: Environment; sha256: string },
  previous: PushedSource | null,
): ModuleSource {
  const known = previous?.modules.find((module) => module.path === modulePath);
  if (previous === null || known?.hash !== sha256) {
    throw new PushError("RaceDetected", `The module ${modulePath} has changed during the push.`);
  }
  const place = placeOf(path.join(previous.dir, "out"), modulePath);
  const sourceMap = existsSync(`${place}.map`) ? readFileSync(`${place}.map`, "utf8") : undefined;
  return { path: modulePath, environment, source: readFileSync(place, "utf8"), sourceMap };
}
