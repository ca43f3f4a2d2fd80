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
  /** Returns JSON text, or null if the syscall failed. takeFailure() then returns the reason. */
  syscall(op: string, args: string): string | null;
  /** Returns the text of a query's next document, empty at its end. Returns null if it failed, like `syscall`. */
  nextDocument(args: string): string | null;
  /**
   * Returns the text of a page without its documents, then those of the documents. Returns null if it failed, like
   * `syscall`. The list belongs to the host, so user code must not get it.
   */
  nextPage(args: string): readonly string[] | null;
  /** Returns null if it failed, like `syscall`. The list belongs to the host, so user code must not get it. */
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
  /** Handles a timer of console.time(), whose clock no other code can read. `more` is appended. */
  timer(step: "start" | "tell" | "end", label: string, more: string): void;
  /** Milliseconds since 1970, the same throughout a call. */
  now(): number;
  /** Four unsigned 32-bit integers, new for each run of a context. */
  randomSeed(): readonly [number, number, number, number];
  /** Counts runs, so that the context knows when to seed again. */
  runNumber(): number;
  randomBytes(length: number): Uint8Array;
  randomUuid(): string;
  /** Returns null for an unknown algorithm. */
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
  /** Undefined if the host has no such class. */
  webClass(name: string): unknown;
  request(): RunRequest;
  /** Reports that the running call started work that may continue after it. Its context is then not used again. */
  leaveWork(): void;
  /** These end a run by its number. An ended run reports nothing more. */
  succeed(run: number, value: string): void;
  fail(run: number, error: ThrownError): void;
}
