/**
 * Stores the CLI's pushes in the data folder. A pushed folder is complete or absent. The file `current.json` names
 * the running one.
 *   <data>/pushed/current.json
 *   <data>/pushed/<id>/push.json       the description of the push
 *   <data>/pushed/<id>/files/          the modules, as a functions folder
 *   <data>/pushed/<id>/bundle/         their bundle
 *   <data>/pushed/empty/               runs until the first push has ended
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LISTING_FILE, type EntryPoints } from "../functions/bundle/entry-points.js";
import { functionsDirIn, writePush, type ModulesByDefinition } from "./pushed-folder.js";
import type { StartPushRequest } from "./push-request.js";

const EMPTY = "empty";

interface PushDescription {
  /** The functions folder in the developer's project. */
  readonly functions: string;
  readonly udfServerVersion: string;
  readonly modules: ModulesByDefinition;
}

export interface KeptFunctions {
  readonly dir: string;
  readonly functionsDir: string;
}

export interface PushedSource extends KeptFunctions, PushDescription {
  readonly id: string;
}

export class PushedSources {
  private readonly dir: string;

  constructor(dataDir: string) {
    this.dir = path.join(dataDir, "pushed");
  }

  /** The functions that run after a restart. Null if nothing was ever pushed. */
  openCurrent(): PushedSource | null {
    const file = path.join(this.dir, "current.json");
    if (!existsSync(file)) return null;
    // Only makeCurrent writes this file.
    const { id } = JSON.parse(readFileSync(file, "utf8")) as { id: string };
    return this.open(id);
  }

  /** Modules that were left out as unchanged are taken from `previous`. */
  write(request: StartPushRequest, previous: PushedSource | null): PushedSource {
    const id = randomUUID();
    const temporary = path.join(this.dir, `${id}.tmp`);
    const definitionPaths = request.componentDefinitions.map(({ definitionPath }) => definitionPath);
    const functionsDir = functionsDirIn(path.join(temporary, "files"), definitionPaths);
    const unchanged = previous && { ...previous, modules: previous.modules[""] ?? [] };
    const description: PushDescription = {
      functions: request.functions,
      udfServerVersion: request.appDefinition.udfServerVersion,
      modules: writePush(functionsDir, request, unchanged),
    };
    writeFileSync(path.join(temporary, "push.json"), JSON.stringify(description));
    renameSync(temporary, path.join(this.dir, id));
    return this.open(id);
  }

  makeCurrent({ id }: PushedSource): void {
    const file = path.join(this.dir, "current.json");
    writeFileSync(`${file}.tmp`, JSON.stringify({ id }));
    renameSync(`${file}.tmp`, file);
  }

  /** The empty functions remain, because they may still be running. */
  removeOthers(ids: readonly string[]): void {
    if (!existsSync(this.dir)) return;
    const kept = new Set([EMPTY, ...ids]);
    for (const entry of readdirSync(this.dir, { withFileTypes: true })) {
      if (entry.isDirectory() && !kept.has(entry.name)) {
        rmSync(path.join(this.dir, entry.name), { recursive: true, force: true });
      }
    }
  }

  empty(): KeptFunctions {
    const dir = path.join(this.dir, EMPTY);
    const functionsDir = path.join(dir, "convex");
    const nothing: EntryPoints = { modules: [], schemaFile: null, authConfigFile: null };
    mkdirSync(functionsDir, { recursive: true });
    writeFileSync(path.join(functionsDir, LISTING_FILE), JSON.stringify(nothing));
    return { dir, functionsDir };
  }

  private open(id: string): PushedSource {
    const dir = path.join(this.dir, id);
    // Only write() writes this file.
    const description = JSON.parse(readFileSync(path.join(dir, "push.json"), "utf8")) as PushDescription;
    const functionsDir = functionsDirIn(path.join(dir, "files"), Object.keys(description.modules));
    return { ...description, id, dir, functionsDir };
  }
}
