/**
 * The folder for the modules of inline queries while they run. Files that a killed process has left are removed at
 * the next start.
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { INLINE_QUERIES_FOLDER } from "../data-folder.js";

export function inlineQueriesFolder(dataDir: string): string {
  return path.join(dataDir, INLINE_QUERIES_FOLDER);
}

export function removeInlineQueries(dataDir: string): void {
  rmSync(inlineQueriesFolder(dataDir), { recursive: true, force: true });
}
