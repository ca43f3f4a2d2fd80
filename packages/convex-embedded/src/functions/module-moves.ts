/**
 * The new paths of modules of the app. Jobs that were scheduled before a module moved, and pages that were open
 * then, call its functions by the former path and find them through this file.
 */
import { readFileSync } from "node:fs";
import { StartError } from "../start-error.js";
import type { ModuleMoves } from "./paths.js";

/** Throws a StartError if the file is not a table of paths. */
export function readModuleMoves(file: string | null): ModuleMoves {
  if (file === null) return {};
  const moves: unknown = parse(file);
  const isTable = typeof moves === "object" && moves !== null && !Array.isArray(moves);
  if (isTable && Object.values(moves).every((path) => typeof path === "string")) return moves as ModuleMoves; // This was just checked.
  throw new StartError(
    `${file} must hold one JSON object: the present path of each module by its former one.`,
  );
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`--moved-modules cannot be read: ${reason}`, { cause });
  }
}
