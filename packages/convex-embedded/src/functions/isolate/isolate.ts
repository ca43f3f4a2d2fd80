/**
 * One reusable context in which queries and mutations run, one call at a time, synchronously from start to end.
 * Every syscall returns immediately. When the context's microtasks are drained, the call has therefore either
 * settled or never will. A context that was interrupted is broken and must not be used again.
 *   run() -> script -> user code -> syscall -> host -> (another isolate one level deeper)
 */
import vm from "node:vm";
import { MODULES_GLOBAL } from "../analysis.js";
import { INTERNAL_ERROR_MESSAGE, uncaughtErrorText, type UncaughtError } from "../../errors.js";
import { requireWellFormed } from "../../values/well-formed.js";
import { describeThrown } from "../thrown-errors.js";
import { installAnswers } from "./bootstrap/answers.js";
import { installBlob } from "./bootstrap/blob.js";
import { installBodies } from "./bootstrap/bodies.js";
import { installConsole } from "./bootstrap/console.js";
import { installConvex } from "./bootstrap/convex.js";
import { installCrypto } from "./bootstrap/crypto.js";
import { createInspect } from "./bootstrap/inspect.js";
import { installStructuredClone } from "./bootstrap/structured-clone.js";
import { installTime } from "./bootstrap/time.js";
import { installWeb } from "./bootstrap/web.js";
import { observeEnv } from "./bootstrap/observe-env.js";
import type { IsolateBridge, RunRequest, ThrownError } from "./bridge.js";
import { hostServices } from "./host-services.js";
import { appendLogLine, formatLogLine, formatTrace, runTimer } from "./log-lines.js";
import type { SourceFrames } from "./source-frames.js";

/** A developer's mistake, thrown by a syscall handler. User code gets it as an error of its own realm. */
export interface SyscallFailure {
  readonly message: string;
  /** JSON text of a ConvexError's data. */
  readonly data?: string;
}

export interface Invocation {
  readonly request: RunRequest;
  /** Milliseconds since 1970, the same throughout the call. */
  now(): number;
  /** Returns JSON text or throws. */
  syscall(op: string, args: string): string;
  /** An empty text means the end of the query. May throw. */
  nextDocument(args: string): string;
  /** The first text is the page without its documents. Those of the documents follow. May throw. */
  nextPage(args: string): readonly string[];
  allDocuments(queryId: number): readonly string[];
  /** Null for an internal error, which ends the call. User code may catch the returned failure. */
  failureOf(thrown: unknown): SyscallFailure | null;
  readonly logLines: string[];
}

export type RunResult =
  | { readonly status: "success"; readonly value: string }
  | { readonly status: "error"; readonly error: UncaughtError };

/** An internal error of the runtime during a call, which user code cannot catch. */
export class IsolateFault extends Error {
  override readonly name = "IsolateFault";
}

export interface IsolateOptions {
  readonly script: vm.Script;
  readonly frames: SourceFrames;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Called with the name of each variable of `env` that is read, or with null if all are read. Used only by the
   * analysis.
   */
  readonly onEnvRead?: ObserveEnvRead;
  /** By default, reading an unset variable is no error. */
  readonly envRefusal?: string;
}

type ObserveEnvRead = (name: string | null) => void;

/**
 * In characters, for one generation. The next two constants are the overhead and the largest size of each document.
 */
const MAX_DECODED_LENGTH = 6 << 20;
const DECODED_OVERHEAD = 400;
const MAX_DECODED_TEXT_LENGTH = 1 << 16;

const RUN_GLOBAL = "__embeddedRun";
const runScript = new vm.Script(`${RUN_GLOBAL}()`, { filename: "embedded-run.js" });

/**
 * Built-ins that the bundle reads through local constants. Reading a global of a vm context goes through the host,
 * which takes longer than most calls of the built-in.
 */
const CAPTURED_GLOBALS =
  "Object Array String Number Boolean BigInt Symbol Function Promise Error TypeError RangeError SyntaxError " +
  "Map Set WeakMap WeakSet Date Math JSON Reflect Proxy RegExp ArrayBuffer DataView Uint8Array Int8Array " +
  "Uint16Array Int32Array Uint32Array Float64Array BigInt64Array parseInt parseFloat isNaN isFinite " +
  "encodeURIComponent decodeURIComponent Convex console crypto TextEncoder TextDecoder URL URLSearchParams";

/** The script is shared by all contexts. */
export function compileBundle(source: string, filename: string): vm.Script {
  const names = CAPTURED_GLOBALS.split(" ").join(", ");
  // The wrapper's first line must not count in stack traces.
  return new vm.Script(`(() => { const { ${names} } = globalThis;\n${source}\n})()`, {
    filename,
    lineOffset: -1,
  });
}

export class Isolate {
  /**
   * Set if a run was interrupted or has left a promise open. The context may then be in any state, and code that
   * continues later would run during the next call.
   */
  isBroken = false;
  private hasLeftWork = false;
  private readonly context: vm.Context;
  private readonly promisePrototype: unknown;
  private current: Invocation | null = null;
  private result: RunResult | null = null;
  private failure: SyscallFailure | null = null;
  private fault: { readonly cause: unknown } | null = null;
  private forbidden: string | null = null;
  private runs = 0;

  constructor(private readonly options: IsolateOptions) {
    this.context = vm.createContext({}, { microtaskMode: "afterEvaluate", name: "functions" });
    this.install();
    options.script.runInContext(this.context);
    this.promisePrototype = vm.runInContext("Promise.prototype", this.context);
  }

  get isFree(): boolean {
    return this.current === null && !this.isBroken;
  }

  owns(promise: object): boolean {
    return Object.getPrototypeOf(promise) === this.promisePrototype;
  }

  /** Used only by the analysis. */
  evaluate(expression: string): unknown {
    return vm.runInContext(expression, this.context);
  }

  /** Runs one call to its end, within the caller's time limit. Throws internal errors of the engine. */
  run(invocation: Invocation): RunResult {
    if (this.isBroken || this.current !== null) throw new IsolateFault("The context is not free for a run.");
    this.current = invocation;
    this.result = null;
    this.fault = null;
    this.forbidden = null;
    this.runs += 1;
    let isInterrupted = true;
    try {
      runScript.runInContext(this.context);
      isInterrupted = false;
    } finally {
      this.current = null;
      this.isBroken = isInterrupted || this.result === null || this.hasLeftWork;
    }
    return this.outcome();
  }

  private outcome(): RunResult {
    if (this.fault !== null) throw this.fault.cause;
    if (this.forbidden !== null) {
      return { status: "error", error: { message: this.forbidden, frames: [] } };
    }
    return (
      this.result ?? {
        status: "error",
        error: { message: "Returned promise will never resolve", frames: [] },
      }
    );
  }

  private install(): void {
    const bridge = this.createBridge();
    const answers = this.installPart(installAnswers, [
      MAX_DECODED_LENGTH,
      DECODED_OVERHEAD,
      MAX_DECODED_TEXT_LENGTH,
    ]);
    const inspect = this.installPart(createInspect, []);
    const parts = [
      [installTime, bridge],
      [installConsole, bridge, inspect],
      [installCrypto, bridge],
      [installWeb, bridge],
      [installStructuredClone],
      [installBlob],
      [installBodies, bridge],
      [installConvex, bridge, answers, RUN_GLOBAL, MODULES_GLOBAL],
    ] as const;
    for (const [install, ...args] of parts) this.installPart(install, args);
    const { onEnvRead, envRefusal } = this.options;
    if (onEnvRead !== undefined) this.installPart(observeEnv, [onEnvRead, envRefusal]);
  }

  private installPart(install: (...args: never) => unknown, args: readonly unknown[]): unknown {
    // A bundler that keeps function names wraps functions in `__name(...)`.
    const source = `(() => { const __name = (value) => value; return (${install.toString()}); })()`;
    const installInContext = vm.runInContext(source, this.context) as (
      ...args: readonly unknown[]
    ) => unknown;
    return installInContext(...args);
  }

  private invocation(): Invocation {
    if (this.current === null) throw new IsolateFault("No call is running in this context.");
    return this.current;
  }

  /** If the request fails, stores the error and returns null. */
  private ask<T>(question: (invocation: Invocation) => T): T | null {
    const invocation = this.current;
    if (invocation === null) {
      this.failure = {
        message:
          this.runs === 0
            ? "Can't use database at import time"
            : "The context object of a call that is over can't be used any more.",
      };
      return null;
    }
    if (this.fault === null) {
      try {
        return question(invocation);
      } catch (thrown) {
        this.failure = invocation.failureOf(thrown);
        if (this.failure === null) this.fault = { cause: thrown };
      }
    }
    this.failure ??= { message: INTERNAL_ERROR_MESSAGE };
    return null;
  }

  private takeFailure(): string {
    const failure = this.failure ?? { message: INTERNAL_ERROR_MESSAGE };
    this.failure = null;
    const data = failure.data === undefined ? "" : `,"data":${failure.data}`;
    return `{"message":${JSON.stringify(failure.message)}${data}}`;
  }

  describe(thrown: ThrownError): UncaughtError {
    return describeThrown(thrown, this.options.frames.translate(thrown.stack));
  }

  /** Reads the reason of a rejected promise from outside the context. */
  describeReason(reason: unknown): UncaughtError {
    const { name, message, stack } = Object(reason) as Record<string, unknown>;
    const isError = typeof message === "string";
    return this.describe({
      name: isError && typeof name === "string" ? name : "",
      message: isError ? message : String(reason),
      stack: typeof stack === "string" ? stack : "",
      data: null,
    });
  }

  private createBridge(): IsolateBridge {
    return {
      ...hostServices,
      env: JSON.stringify(this.options.env),
      syscall: (op, args) => this.ask((invocation) => invocation.syscall(op, requireWellFormed(args))),
      nextDocument: (args) => this.ask((invocation) => invocation.nextDocument(requireWellFormed(args))),
      nextPage: (args) => this.ask((invocation) => invocation.nextPage(requireWellFormed(args))),
      allDocuments: (queryId) => this.ask((invocation) => invocation.allDocuments(queryId)),
      takeFailure: () => this.takeFailure(),
      hasEnded: () => this.fault !== null,
      forbid: (message) => {
        this.forbidden ??= message;
      },
      log: (level, text) => {
        if (this.current !== null) appendLogLine(this.current.logLines, formatLogLine(level, text));
      },
      trace: (text, stack) => {
        const line = formatTrace(text, this.options.frames.translate(stack));
        if (this.current !== null) appendLogLine(this.current.logLines, line);
      },
      timer: (step, label, more) => {
        if (this.current !== null) runTimer(this.current.logLines, step, label, more);
      },
      now: () => this.current?.now() ?? Date.now(),
      runNumber: () => this.runs,
      request: () => this.invocation().request,
      leaveWork: () => {
        this.hasLeftWork = true;
      },
      succeed: (run, value) => {
        if (run === this.runs) this.result = { status: "success", value };
      },
      fail: (run, thrown) => {
        if (run === this.runs) this.result = { status: "error", error: this.describe(thrown) };
      },
    };
  }
}

/** The caller's code gets this error if the function that it called threw. */
export function failureOfCallee(error: UncaughtError): SyscallFailure {
  const message = uncaughtErrorText(error);
  return error.data === undefined ? { message } : { message, data: error.data };
}
