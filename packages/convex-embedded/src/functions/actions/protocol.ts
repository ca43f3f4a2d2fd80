/**
 * The messages between the main thread and the action worker. Both sides identify an invocation by a number.
 * Messages of an invocation that has ended are ignored.
 *   main                         worker
 *    | -- run-action, run-http --> |   only the side that first takes its claim begins it
 *    | <------- syscall ---------- |   any number, each followed by a syscall-result
 *    | <--- response-head -------- |   HTTP actions only; the body follows on a body channel
 *    | <-------- ended ----------- |   exactly once, last
 */
import type { BodyMessage } from "./body-channel.js";

/** The source map leads to positions in the developer's files. */
export interface WorkerScript {
  readonly scriptPath: string;
  readonly placesPath: string | null;
  readonly functionsDir: string;
}

export interface WorkerData {
  readonly environment: "isolate" | "node";
  /** The scripts whose positions console.trace() may print. */
  readonly scripts: readonly WorkerScript[];
  readonly isolateScriptPath: string;
  readonly nodeScriptPath: string | null;
  /** "use node" code resolves its packages from here. */
  readonly functionsDir: string;
  /** By instance path. */
  readonly components: Readonly<Record<string, WorkerComponent>>;
  /** Modules that are loaded before the thread gets its first action. */
  readonly loadFirst?: readonly LoadedModule[];
}

export interface LoadedModule {
  readonly environment: "isolate" | "node";
  readonly modulePath: string;
  readonly component: string;
}

export interface WorkerComponent {
  readonly isolateScriptPath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The positions in its stack are still those of the bundle. */
export interface ThrownInWorker {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** JSON text of a ConvexError's data. */
  readonly data: string | null;
}

export type Ending =
  | { readonly status: "success"; readonly value: string }
  | { readonly status: "error"; readonly error: ThrownInWorker }
  /** The action tried to end its thread, which ended only the action. */
  | { readonly status: "exited" };

/**
 * Decides which side may act on an invocation that was sent to a thread. Either it begins there, or it is
 * withdrawn, but never both.
 */
export class Claim {
  constructor(readonly memory = new SharedArrayBuffer(4)) {}

  take(): boolean {
    return Atomics.exchange(new Int32Array(this.memory), 0, 1) === 0;
  }
}

export type SyscallRequest =
  | { readonly kind: "json"; readonly op: string; readonly args: string }
  | {
      readonly kind: "storeBlob";
      readonly bytes: Uint8Array;
      readonly contentType: string;
      readonly sha256: string | null;
    }
  | { readonly kind: "getBlob"; readonly storageId: string };

export type SyscallAnswer =
  | { readonly kind: "json"; readonly value: string }
  | { readonly kind: "blob"; readonly bytes: Uint8Array; readonly contentType: string | null }
  | { readonly kind: "noBlob" }
  /** `data` is the JSON text of a ConvexError's data. */
  | { readonly kind: "error"; readonly message: string; readonly data?: string };

export type ToWorker =
  | {
      readonly type: "run-action";
      readonly invocation: number;
      readonly claim: SharedArrayBuffer;
      readonly component: string;
      readonly modulePath: string;
      readonly exportName: string;
      readonly environment: "isolate" | "node";
      readonly requestId: string;
      readonly args: string;
    }
  | {
      readonly type: "run-http";
      readonly invocation: number;
      readonly claim: SharedArrayBuffer;
      readonly component: string;
      readonly pathname: string;
      readonly method: string;
      readonly url: string;
      readonly headers: ReadonlyArray<readonly [string, string]>;
      readonly hasBody: boolean;
    }
  /** The caller has disconnected or the time has expired, so the rest of this invocation is not needed. */
  | { readonly type: "abort"; readonly invocation: number }
  | { readonly type: "syscall-result"; readonly call: number; readonly answer: SyscallAnswer }
  /** Asks whether the worker's event loop still responds. */
  | { readonly type: "ping" }
  | BodyMessage;

export type ToMain =
  | {
      readonly type: "syscall";
      readonly invocation: number;
      readonly call: number;
      readonly request: SyscallRequest;
    }
  | {
      readonly type: "response-head";
      readonly invocation: number;
      readonly status: number;
      readonly headers: ReadonlyArray<readonly [string, string]>;
      readonly hasBody: boolean;
    }
  | {
      readonly type: "ended";
      readonly invocation: number;
      readonly ending: Ending;
      readonly logLines: readonly string[];
    }
  /** The worker loads code, which takes time for which no action is responsible. A pong follows. */
  | { readonly type: "loading" }
  | { readonly type: "pong" }
  | BodyMessage;

export const requestBodyOf = (invocation: number): string => `request-${invocation}`;
export const responseBodyOf = (invocation: number): string => `response-${invocation}`;
