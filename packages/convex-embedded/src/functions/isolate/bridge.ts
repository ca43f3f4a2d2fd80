/**
 * The values that the host passes into a function context. Only text, numbers and byte arrays are passed. All
 * objects of user code are created inside its own context, so that `instanceof` works there.
 */

import type { CryptoParts } from "./subtle-crypto.js";

export type LogLevel = "DEBUG" | "ERROR" | "INFO" | "LOG" | "WARN";

export interface RunRequest {
  readonly kind: "query" | "mutation";
  readonly modulePath: string;
  readonly exportName: string;
  /** A JSON array with one object. */
  readonly args: string;
}

/** The positions in its stack are still those of the bundle. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** JSON text of a ConvexError's data. */
  readonly data: string | null;
}

export interface IsolateBridge {
  /** Null if the syscall failed. takeFailure() then returns the reason. The result is JSON text. */
  syscall(op: string, args: string): string | null;
  /** An empty text means the end of the query. Null if the step failed, as in `syscall`. */
  nextDocument(args: string): string | null;
  /**
   * The first text is the page without its documents. Those of the documents follow. Null if the step failed, as in
   * `syscall`. The list belongs to the host, so user code must not get it.
   */
  nextPage(args: string): readonly string[] | null;
  /** Null if the step failed, as in `syscall`. The list belongs to the host, so user code must not get it. */
  allDocuments(queryId: number): readonly string[] | null;
  /** JSON text of `{ message, data? }`, where data is itself JSON. */
  takeFailure(): string;
  /** Whether an internal error has ended the call. Its code may still run. */
  hasEnded(): boolean;
  /** Marks the call as failed even if user code swallows the error. */
  forbid(message: string): void;
  log(level: LogLevel, text: string): void;
  /** `stack` is the stack of an error that was created at the call of console.trace(). */
  trace(text: string, stack: string): void;
  /** For console.time(). No other code can read the clock of a timer. `more` is appended. */
  timer(step: "start" | "tell" | "end", label: string, more: string): void;
  /** Milliseconds since 1970, the same throughout a call. */
  now(): number;
  /** Four unsigned 32-bit integers, new for each run of a context. */
  randomSeed(): readonly [number, number, number, number];
  /** Counts runs, so that the context knows when to seed again. */
  runNumber(): number;
  randomBytes(length: number): Uint8Array;
  randomUuid(): string;
  digest(algorithm: string, data: Uint8Array): Uint8Array | null;
  hmac(algorithm: string, key: Uint8Array, data: Uint8Array): Uint8Array | null;
  isEqual(a: Uint8Array, b: Uint8Array): boolean;
  /**
   * Handles the rest of `crypto.subtle`. Returns bytes, or JSON text of `{ value }` or `{ error: [name, message]
   * }`.
   */
  subtle(request: string, parts: CryptoParts): Uint8Array | string;
  encodeUtf8(text: string): Uint8Array;
  /** Throws if `isFatal` and the bytes are malformed, or if the encoding is unknown. */
  decodeText(encoding: string, bytes: Uint8Array, isFatal: boolean, ignoresBom: boolean): string;
  base64Encode(text: string): string;
  base64Decode(text: string): string;
  /** JSON text of the environment variables. */
  readonly env: string;
  webClass(name: string): unknown;
  request(): RunRequest;
  /** The running call started work that may continue after it, so its context is not used again. */
  leaveWork(): void;
  /** These end a run by its number. An ended run reports nothing more. */
  succeed(run: number, value: string): void;
  fail(run: number, error: ThrownError): void;
}
