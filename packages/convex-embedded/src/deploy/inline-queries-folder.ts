/**
 * Where the modules of inline queries are while they run; what a killed process has left is removed at the next
 * start.
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { INLINE_QUERIES_FOLDER } from "../data-folder.js";

/** Names the folder. */
export function inlineQueriesFolder(dataDir: string): string {
  return path.join(dataDir, INLINE_QUERIES_FOLDER);
}

/** Removes what a killed process has left. */
export function removeInlineQueries(dataDir: string): void {
  rmSync(inlineQueriesFolder(dataDir), { recursive: true, force: true });
}
