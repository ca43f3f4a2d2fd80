/** The reason why the runtime cannot start, as one sentence that tells the operator what to do. */
import { DatabaseError } from "./database/errors.js";
import { EngineError } from "./errors.js";
import { StorageError } from "./storage/errors.js";

export class StartError extends Error {
  override readonly name = "StartError";
}

/** Returns an internal error unchanged. */
export function explainStartFailure(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const isForTheOperator =
    error instanceof StorageError || error instanceof DatabaseError || error instanceof EngineError;
  if (!isForTheOperator) return explainDisk(error) ?? error;
  const lines = error.message.split("\n").map((line) => line.trim());
  return new StartError(lines.join(" "), { cause: error });
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: make room, or choose another data folder with --data.",
  EDQUOT: "this user's share of the disk is full: make room, or choose another data folder with --data.",
  EROFS: "the disk is mounted for reading only: choose another data folder with --data.",
  EIO: "the disk fails: check it, or choose another data folder with --data.",
};

/** Returns null unless the error is the operating system's error about a disk. */
export function explainDisk(error: unknown): StartError | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  const advice = DISK_ERRORS[error.code];
  if (advice === undefined) return null;
  const place =
    "path" in error && typeof error.path === "string" && error.path !== "" ? error.path : "the data folder";
  return new StartError(`Cannot write to ${place}: ${advice}`, { cause: error });
}
