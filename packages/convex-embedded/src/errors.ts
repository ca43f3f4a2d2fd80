/**
 * The engine's own error codes and the protocol's format of every failed call. A developer's error keeps its
 * message, frames and data. An internal error of the engine is logged here and reaches the caller as one fixed
 * sentence.
 */
import { randomFillSync } from "node:crypto";

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
  /** The disk is full or defective. */
  | "DiskRefusal"
  | "Internal";

/** A refusal of the engine. Its message is meant for the developer and may be shown unchanged. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly code: EngineErrorCode,
    message: string,
    /** JSON text of a ConvexError's data, if the engine speaks to a client library. */
    readonly data?: string,
  ) {
    super(message);
  }
}

/** An error that a function threw, as text, so that it can be passed between contexts and threads. */
export interface UncaughtError {
  /** `Uncaught Error: boom`, or the engine's own sentence. */
  readonly message: string;
  /** `    at handler (../convex/file.ts:1:2)` lines, source-mapped, without line breaks. */
  readonly frames: readonly string[];
  /** JSON text of a ConvexError's data. Absent for every other error. */
  readonly data?: string;
  readonly isTimeout?: true;
}

export interface WireFailure {
  readonly status: "error";
  readonly message: string;
  readonly data?: string;
  readonly logLines: readonly string[];
}

export const INTERNAL_ERROR_MESSAGE = "Your request couldn't be completed. Try again later.";

const REQUEST_ID_BYTES = 8;
/** Random bytes are expensive to request, so they are requested for many ids together. */
const pool = Buffer.alloc(256 * REQUEST_ID_BYTES);
let poolUsed = pool.length;

export function newRequestId(): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += REQUEST_ID_BYTES;
  return pool.toString("hex", poolUsed - REQUEST_ID_BYTES, poolUsed);
}

/** The result is the text in a failure and in a caller's `error.message`. */
export function uncaughtErrorText(error: UncaughtError): string {
  return [error.message, ...error.frames].join("\n");
}

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

/** The caller gets only the id. The log gets the cause. */
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
