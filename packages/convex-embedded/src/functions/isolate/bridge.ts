/**
 * What the host hands into a function context. Only text, numbers and byte arrays cross: everything that user
 * code gets to hold is made inside its own context, so that `instanceof` works there.
 */

import type { CryptoParts } from "./subtle-crypto.js";

export type LogLevel = "DEBUG" | "ERROR" | "INFO" | "LOG" | "WARN";

/** What one run of a context is about. */
export interface RunRequest {
  readonly kind: "query" | "mutation";
  readonly modulePath: string;
  readonly exportName: string;
  /** A JSON array with one object. */
  readonly args: string;
}

/** An error as the context describes it, its stack still in terms of the bundle. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** JSON text of a ConvexError's data. */
  readonly data: string | null;
}

export interface IsolateBridge {
  /** Returns the syscall's JSON text, or null when it failed: takeFailure() then tells why. */
  syscall(op: string, args: string): string | null;
  /** Returns the text of a query's next document, empty at its end, or null when it failed, like `syscall`. */
  nextDocument(args: string): string | null;
  /**
   * Returns the texts of a page of a query, that of what goes with the documents before theirs, or null when it
   * failed, like `syscall`. The list is the host's: user code must not get hold of it.
   */
  nextPage(args: string): readonly string[] | null;
  /** Returns the texts of all documents of a query, or null when it failed, like `syscall`; the list is the host's. */
  allDocuments(queryId: number): readonly string[] | null;
  /** JSON text of `{ message, data? }`, data being JSON itself. */
  takeFailure(): string;
  /** Remembers that the call must fail even if user code swallows the error. */
  forbid(message: string): void;
  log(level: LogLevel, text: string): void;
  /** Takes what console.trace() prints, with the stack of an error that was made there. */
  trace(text: string, stack: string): void;
  /** Starts, tells or ends a timer of console.time(), whose clock no other code can read; `more` is printed behind it. */
  timer(step: "start" | "tell" | "end", label: string, more: string): void;
  /** Milliseconds since 1970, the same throughout a call. */
  now(): number;
  /** Four unsigned 32-bit integers, fresh for each run of a context. */
  randomSeed(): readonly [number, number, number, number];
  /** Counts runs, so that the context knows when to seed again. */
  runNumber(): number;
  randomBytes(length: number): Uint8Array;
  randomUuid(): string;
  /** Returns null for an unknown algorithm. */
  digest(algorithm: string, data: Uint8Array): Uint8Array | null;
  hmac(algorithm: string, key: Uint8Array, data: Uint8Array): Uint8Array | null;
  isEqual(a: Uint8Array, b: Uint8Array): boolean;
  /** Does the rest of `crypto.subtle`; returns bytes, or JSON text of `{ value }` or `{ error: [name, message] }`. */
  subtle(request: string, parts: CryptoParts): Uint8Array | string;
  encodeUtf8(text: string): Uint8Array;
  /** Throws when `isFatal` and the bytes are malformed, or when the encoding is unknown. */
  decodeText(encoding: string, bytes: Uint8Array, isFatal: boolean, ignoresBom: boolean): string;
  base64Encode(text: string): string;
  base64Decode(text: string): string;
  /** JSON text of the environment variables. */
  readonly env: string;
  /** One of the host's own web classes, or undefined. */
  webClass(name: string): unknown;
  request(): RunRequest;
  /** Tells that the running call began what may go on when it is over: its context is not used again. */
  leaveWork(): void;
  /** Ends a run by its number; of a run that is over nobody hears. */
  succeed(run: number, value: string): void;
  fail(run: number, error: ThrownError): void;
}
