/** Why the runtime cannot start, as one sentence that tells the operator what to do. */
import { DatabaseError } from "./database/errors.js";
import { EngineError } from "./errors.js";
import { StorageError } from "./storage/errors.js";

export class StartError extends Error {
  override readonly name = "StartError";
}

/** Turns whatever kept the runtime from starting into one line; a bug stays what it is. */
export function explainStartFailure(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const isForTheOperator =
    error instanceof StorageError || error instanceof DatabaseError || error instanceof EngineError;
  if (!isForTheOperator) return error;
  const lines = error.message.split("\n").map((line) => line.trim());
  return new StartError(lines.join(" "), { cause: error });
}
