/**
 * The engine's own error codes and the wire form of every failed call. A developer's error keeps its
 * message, frames and data; a fault of the engine is logged here and reaches the caller as one fixed sentence.
 */
import { randomFillSync } from "node:crypto";

/** Why the engine itself refused or failed, as opposed to the developer's code throwing. */
export type EngineErrorCode =
  | "FunctionNotFound"
  | "FunctionWrongType"
  | "ArgumentValidationError"
  | "ReturnsValidationError"
  | "InvalidArgument"
  | "InvalidReference"
  | "FunctionFailed"
  | "LimitExceeded"
  | "Unauthenticated"
  | "InvalidModules"
  /** `auth.config` reads a variable that is not set. */
  | "AuthConfigMissingEnvironmentVariable"
  | "MaximumCallDepthExceeded"
  | "NotSupported"
  /** The disk is full or fails. */
  | "DiskRefusal"
  | "Internal";

/** A refusal of the engine whose message is meant for the developer, and may be shown as it stands. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly code: EngineErrorCode,
    message: string,
    /** JSON text of a ConvexError's data, when the engine speaks to a client library. */
    readonly data?: string,
  ) {
    super(message);
  }
}

/** An error that left a function, described by text alone so that it can cross contexts and threads. */
export interface UncaughtError {
  /** `Uncaught Error: boom`, or the engine's own sentence. */
  readonly message: string;
  /** `    at handler (../convex/file.ts:1:2)` lines, source-mapped, without line breaks. */
  readonly frames: readonly string[];
  /** JSON text of a ConvexError's data; absent for every other error. */
  readonly data?: string;
  /** Set when the call was stopped because its time was over. */
  readonly isTimeout?: true;
}

/** What the wire carries of a failed call. */
export interface WireFailure {
  readonly status: "error";
  readonly message: string;
  readonly data?: string;
  readonly logLines: readonly string[];
}

export const INTERNAL_ERROR_MESSAGE = "Your request couldn't be completed. Try again later.";

const REQUEST_ID_BYTES = 8;
/** Asking for randomness costs more than most calls need it for, so it is asked for many at once. */
const pool = Buffer.alloc(256 * REQUEST_ID_BYTES);
let poolUsed = pool.length;

/** Makes the id under which a failed call is told to the caller and found in the log. */
export function newRequestId(): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += REQUEST_ID_BYTES;
  return pool.toString("hex", poolUsed - REQUEST_ID_BYTES, poolUsed);
}

/** Joins an error's message and frames as they stand in a failure and in a caller's `error.message`. */
export function uncaughtErrorText(error: UncaughtError): string {
  return [error.message, ...error.frames].join("\n");
}

/** Builds the wire form of an error that a function (or a check before it) ended with. */
export function failureOf(
  requestId: string,
  error: UncaughtError,
  logLines: readonly string[] = [],
): WireFailure {
  const message = `[Request ID: ${requestId}] Server Error\n${uncaughtErrorText(error)}`;
  return error.data === undefined
    ? { status: "error", message, logLines }
    : { status: "error", message, data: error.data, logLines };
}

/** Builds the wire form of a fault of the engine: the caller learns the id, the log learns the cause. */
export function internalFailure(
  requestId: string,
  cause: unknown,
  logLines: readonly string[] = [],
): WireFailure {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.stderr.write(`[Request ID: ${requestId}] ${text}\n`);
  return {
    status: "error",
    message: `[Request ID: ${requestId}] Server Error\n${INTERNAL_ERROR_MESSAGE}`,
    logLines,
  };
}
