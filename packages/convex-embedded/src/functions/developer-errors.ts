/**
 * Distinguishes the developer's mistakes, which a function sees as errors it can catch, from the engine's own
 * errors, which end the call and are only logged.
 */
import { DatabaseError } from "../database/errors.js";
import { EngineError } from "../errors.js";
import { MalformedValueError } from "../values/json.js";
import { ValueLimitError } from "../values/limits.js";
import type { SyscallFailure } from "./isolate/isolate.js";

/** Null for an internal error of the engine. */
export function developerFailure(thrown: unknown): SyscallFailure | null {
  if (thrown instanceof EngineError && thrown.code !== "Internal") {
    return thrown.data === undefined
      ? { message: thrown.message }
      : { message: thrown.message, data: thrown.data };
  }
  if (thrown instanceof DatabaseError) {
    const { message, data } = thrown;
    return data === undefined ? { message } : { message, data: JSON.stringify(data) };
  }
  const isValueError = thrown instanceof MalformedValueError || thrown instanceof ValueLimitError;
  return isValueError ? { message: thrown.message } : null;
}
