/**
 * The main thread's side of actions: runs calls in threads, handles their syscalls and enforces the time limit.
 * When a thread dies, all its actions fail and are never run again, because an action runs at most once.
 */
import { failureOf, newRequestId, uncaughtErrorText, type UncaughtError } from "../../errors.js";
import type { FileStore } from "../../files/file-store.js";
import type {
  ActionCaller,
  ActionExecution,
  ActionHost,
  ActionInvocation,
  ActionRunner,
} from "../action-host.js";
import type { Analysis, Environment, FunctionBundle } from "../analysis.js";
import type { EndedCall, HttpActionRequest, HttpActionResponse } from "../api.js";
import { clientsOf } from "../clients.js";
import { createSourceFrames } from "../isolate/source-frames.js";
import { describeThrown } from "../thrown-errors.js";
import {
  MAX_ACTION_HEAP_MEBIBYTES,
  MAX_ACTION_TIME_MS,
  MAX_CONCURRENT_ACTIONS,
  MAX_WAIT_FOR_ACTIONS_MS,
} from "../limits.js";
import { emptyResponse, failedHttpResponse, refusedResponse } from "./http-responses.js";
import { ConcurrencyGate, Place, type GateOptions } from "./concurrency-gate.js";
import { createRouting } from "./mounts.js";
import {
  Claim,
  requestBodyOf,
  responseBodyOf,
  type LoadedModule,
  type ThrownInWorker,
  type ToMain,
  type ToWorker,
  type WorkerData,
  type WorkerScript,
} from "./protocol.js";
import { answerSyscall } from "./syscalls.js";
import { defaultPoolSize, ThreadPool, type Guest, type PoolThread } from "./thread-pool.js";

export interface ActionRunnerOptions {
  /** The built `functions/action-worker.js`. */
  readonly workerUrl: URL;
  readonly bundle: FunctionBundle;
  readonly analysis: Pick<Analysis, "routes"> &
    Partial<Pick<Analysis, "httpPrefix" | "mounts" | "components">>;
  readonly host: ActionHost;
  readonly files: Pick<FileStore, "store" | "find">;
  readonly timeoutMs?: number;
  /** How many actions of one environment may run at a time, and how long others wait. */
  readonly concurrency?: Partial<GateOptions>;
  /** How long an HTTP action may continue after its client has disconnected. */
  readonly timeWithoutClientMs?: number;
  readonly heapMebibytes?: number;
  readonly threads?: number;
  /** How long an idle thread is kept, and how long the last one for Node. */
  readonly threadIdleMs?: number;
  readonly lastNodeThreadIdleMs?: number;
  /** How long one action may block its thread for other actions. */
  readonly pongTimeoutMs?: number;
  /** By default lines and errors go to standard error. */
  readonly onHttpLog?: (path: string, lines: readonly string[]) => void;
  readonly onHttpEnded?: (call: EndedCall) => void;
}

type Head = Extract<ToMain, { type: "response-head" }>;
type FailedExecution = Extract<ActionExecution, { status: "error" }>;
type WithoutClaim<T> = T extends unknown ? Omit<T, "claim" | "invocation"> : never;
type RunMessage = WithoutClaim<Extract<ToWorker, { claim: SharedArrayBuffer }>>;

interface Running {
  readonly caller: ActionCaller;
  readonly environment: Environment;
  readonly timeoutMs: number;
  timer: NodeJS.Timeout;
  readonly places: readonly Place[];
  readonly guest: Guest;
  /** Null while the action waits for a thread. */
  thread: PoolThread | null;
  onHead?(head: Head, thread: PoolThread): void;
  onEnd(execution: ActionExecution, thread: PoolThread | null): void;
}

/** Convex's message for an action whose machine failed. */
export const TRANSIENT_ERROR = "Transient error while executing action";
const NOT_BEGUN: ActionExecution = { status: "success", value: "null", logLines: [] };
const CLIENT_GONE = "The client went away, and the HTTP action did not end";
const DEFAULT_TIME_WITHOUT_CLIENT_MS = 30_000;
const DEFAULT_PONG_TIMEOUT_MS = 30_000;
const DEFAULT_THREAD_IDLE_MS = 10_000;
/** Starting a new thread costs the next action half a second or more. */
const DEFAULT_LAST_NODE_THREAD_IDLE_MS = 5 * 60_000;
/** If this many are waiting, a further call would not get its turn in time. */
const MAX_WAITING = 1000;

export function createActionRunner(options: ActionRunnerOptions): ActionRunner {
  return new WorkerActionRunner(options);
}

class WorkerActionRunner implements ActionRunner {
  /** Node actions have separate threads, so that heavy work in one does not delay HTTP actions. */
  private readonly pools: Readonly<Record<Environment, ThreadPool>>;
  private readonly running = new Map<number, Running>();
  private readonly findRoute;
  private readonly frames;
  private readonly gates: Readonly<Record<Environment, ConcurrencyGate>>;
  /** A client may take any time to send the body of its HTTP action. */
  private readonly arrivalGate: ConcurrencyGate;
  private readonly placeOf = new WeakMap<ActionCaller, Place>();
  private readonly heapMebibytes: number;
  private nextInvocation = 1;
  private isClosing = false;
  private drainWaiters: (() => void)[] = [];

  constructor(private readonly options: ActionRunnerOptions) {
    const { bundle, workerUrl, host } = options;
    this.heapMebibytes = options.heapMebibytes ?? MAX_ACTION_HEAP_MEBIBYTES;
    const { isolateScriptPath, nodeScriptPath, functionsDir } = bundle;
    const concurrency: GateOptions = {
      limit: MAX_CONCURRENT_ACTIONS,
      waitMs: MAX_WAIT_FOR_ACTIONS_MS,
      maxWaiting: MAX_WAITING,
      ...options.concurrency,
    };
    this.arrivalGate = new ConcurrencyGate({ ...concurrency, limit: Math.ceil(concurrency.limit / 2) });
    this.gates = { isolate: new ConcurrencyGate(concurrency), node: new ConcurrencyGate(concurrency) };
    this.findRoute = createRouting(options.analysis);
    const scripts = scriptsOf(bundle);
    this.frames = scripts.map(({ scriptPath, placesPath, functionsDir: folder }) =>
      createSourceFrames(scriptPath, placesPath, folder),
    );
    const components = componentsOf(options);
    const data = { isolateScriptPath, nodeScriptPath, functionsDir, components, scripts };
    const poolFor = (environment: Environment) =>
      new ThreadPool({
        url: workerUrl,
        data: { ...data, environment },
        env: host.env,
        pongTimeoutMs: options.pongTimeoutMs ?? DEFAULT_PONG_TIMEOUT_MS,
        heapMebibytes: this.heapMebibytes,
        size: options.threads ?? defaultPoolSize(this.heapMebibytes),
        idleMs: options.threadIdleMs ?? DEFAULT_THREAD_IDLE_MS,
        // Clients wait for HTTP actions, so the last thread stays. A thread for Node also keeps what its actions
        // have loaded, such as the fonts of PDFs.
        lastIdleMs:
          environment === "node"
            ? (options.lastNodeThreadIdleMs ?? DEFAULT_LAST_NODE_THREAD_IDLE_MS)
            : Infinity,
        // Only the isolate environment is loaded in advance. Node's modules need memory, and clients do not wait
        // for Node actions.
        loadsAhead: environment === "isolate",
        onMessage: (message, thread) => this.take(message, thread),
      });
    this.pools = { isolate: poolFor("isolate"), node: poolFor("node") };
  }

  async runAction(invocation: ActionInvocation): Promise<ActionExecution> {
    const { caller, ...what } = invocation;
    const places = await this.admit(what.environment, caller);
    if ("status" in places) return places;
    return new Promise((onEnd) => {
      const message = { type: "run-action", requestId: caller.requestId, ...what } as const;
      this.start(what.environment, { caller, places, message, body: null, onEnd });
    });
  }

  hasRoute(method: string, pathname: string): boolean {
    return this.findRoute(method, pathname) !== null;
  }

  async runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null> {
    const { method, url, headers, body, signal } = request;
    const route = this.findRoute(method, new URL(url).pathname);
    if (route === null) return null;
    const { component, pathname, pattern } = route;
    const requestId = newRequestId();
    const functionPath = `${method} ${pattern}`;
    // Components never learn the caller's identity.
    const { identity, identityError } =
      component === "" ? request : { identity: null, identityError: undefined };
    const caller: ActionCaller = {
      ...{ component, identity, identityError, requestId, functionPath },
      environment: "isolate",
      clients: clientsOf(request),
    };
    const startedMs = Date.now();
    const places = await this.admit("isolate", caller, { signal, isBodyArriving: request.isBodyArriving });
    if ("status" in places) {
      await body?.cancel();
      if (places.refusal !== undefined) return refusedResponse(places.refusal);
      return failedHttpResponse({ requestId, error: places.error });
    }
    return new Promise((resolve) => {
      const abort = () => this.abort(id);
      const sent = method !== "GET" && method !== "HEAD" ? body : null;
      const hasBody = sent !== null;
      const id = this.start("isolate", {
        caller,
        places,
        message: { type: "run-http", component, pathname, method, url, headers, hasBody },
        body: sent,
        onHead: (head, thread) => resolve(responseOf(head, thread, abort)),
        onEnd: (execution, thread) => {
          signal?.removeEventListener("abort", abort);
          this.endHttp(id, caller, execution, thread);
          if (thread === null) sent?.cancel().catch(() => undefined);
          if (execution !== NOT_BEGUN) this.tellHttp(caller, startedMs, execution);
          // Has no effect after the head of the response was sent.
          resolve(
            execution.status === "error"
              ? failedHttpResponse({ requestId, error: execution.error })
              : emptyResponse(),
          );
        },
      });
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
    });
  }

  drained(): Promise<void> {
    if (this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.drainWaiters.push(resolve));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.pools.isolate.close(), this.pools.node.close()]);
    this.tellDrained();
  }

  /** Returns the action's places, or a result if there was no place. */
  private async admit(
    environment: Environment,
    caller: ActionCaller,
    { signal, isBodyArriving = false }: Pick<HttpActionRequest, "signal" | "isBodyArriving"> = {},
  ): Promise<Place[] | FailedExecution> {
    const { clients = [], functionPath } = caller;
    const isSlow = this.pools[environment].isSlow(functionPath);
    const sharers = isSlow ? [...clients, `function ${functionPath}`] : clients;
    const places: Place[] = [];
    for (const gate of [...(isBodyArriving ? [this.arrivalGate] : []), this.gates[environment]]) {
      const place = await gate.enter({ clients: sharers, within: this.placeAbove(caller, gate), signal });
      if (place instanceof Place) {
        places.push(place);
        continue;
      }
      for (const taken of places) taken.leave();
      return { status: "error", error: { message: place.message, frames: [] }, logLines: [], refusal: place };
    }
    if (!this.isClosing) return places;
    for (const taken of places) taken.leave();
    return { status: "error", error: { message: TRANSIENT_ERROR, frames: [] }, logLines: [] };
  }

  /** Finds the place of the nearest action that waits for this one. */
  private placeAbove({ parent }: ActionCaller, gate: ConcurrencyGate): Place | null {
    if (parent === undefined) return null;
    const place = this.placeOf.get(parent);
    return place?.gate === gate ? place : this.placeAbove(parent, gate);
  }

  /** Waits for a thread. The time of the action begins then. */
  private start(
    environment: Environment,
    what: Pick<Running, "caller" | "places" | "onHead" | "onEnd"> & {
      readonly message: RunMessage;
      readonly body: ReadableStream<Uint8Array> | null;
    },
  ): number {
    const id = this.nextInvocation++;
    const { message, body, ...running } = what;
    const timeoutMs = this.options.timeoutMs ?? MAX_ACTION_TIME_MS[environment];
    const timer = this.limit(id, timeoutMs);
    const module =
      message.type === "run-http"
        ? { environment, modulePath: "http", component: message.component }
        : { environment, modulePath: message.modulePath, component: message.component };
    const guest = this.guestFor(id, running.caller, module, message, body);
    this.running.set(id, { ...running, environment, timeoutMs, timer, guest, thread: null });
    const place = running.places.at(-1);
    if (place !== undefined) this.placeOf.set(running.caller, place);
    this.pools[environment].run(guest);
    return id;
  }

  private guestFor(
    id: number,
    { clients = [], parent, functionPath }: ActionCaller,
    module: LoadedModule,
    message: RunMessage,
    body: ReadableStream<Uint8Array> | null,
  ): Guest {
    let claim = new Claim();
    const isIn = (thread: PoolThread | null) => {
      const running = this.running.get(id);
      if (running === undefined) return;
      running.thread = thread;
      clearTimeout(running.timer);
      running.timer = this.limit(id, running.timeoutMs);
    };
    return {
      ...{ clients, functionPath, module },
      isInner: parent !== undefined,
      begin: (thread) => {
        claim = new Claim();
        isIn(thread);
        if (body !== null) void thread.bodies.send(requestBodyOf(id), body);
        thread.post({ ...message, invocation: id, claim: claim.memory });
      },
      withdraw: (thread) => {
        if (!claim.take()) return false;
        isIn(null);
        thread.bodies.withdraw(requestBodyOf(id));
        return true;
      },
      fail: (isOutOfMemory) => {
        // It is unknown which action used the memory, so all actions in the thread fail.
        const outOfMemory = `JavaScript execution ran out of memory (maximum memory usage: ${this.heapMebibytes} MB)`;
        this.fail(id, isOutOfMemory ? outOfMemory : TRANSIENT_ERROR);
      },
    };
  }

  private take(message: ToMain, thread: PoolThread): void {
    switch (message.type) {
      case "syscall":
        return void this.answer(message, thread);
      case "response-head":
        return this.running.get(message.invocation)?.onHead?.(message, thread);
      case "ended": {
        const { invocation, ending, logLines } = message;
        if (ending.status === "success") return this.end(invocation, { ...ending, logLines });
        const error =
          ending.status === "exited" ? { message: TRANSIENT_ERROR, frames: [] } : this.describe(ending.error);
        return this.end(invocation, { status: "error", error, logLines });
      }
      case "loading":
      case "pong":
        return;
      default:
        return thread.bodies.handle(message);
    }
  }

  private async answer(message: Extract<ToMain, { type: "syscall" }>, thread: PoolThread): Promise<void> {
    const running = this.running.get(message.invocation);
    if (running === undefined) return;
    const { host, files } = this.options;
    const { answer, transfer } = await answerSyscall(host, files, running.caller, message.request);
    if (this.running.has(message.invocation)) {
      thread.post({ type: "syscall-result", call: message.call, answer }, transfer);
    }
  }

  /**
   * Ends an HTTP action whose client has disconnected: immediately if it has not begun, otherwise after a while.
   */
  private abort(id: number): void {
    const thread = this.running.get(id)?.thread ?? null;
    if (thread === null) return this.end(id, NOT_BEGUN);
    thread.post({ type: "abort", invocation: id });
    const timer = setTimeout(
      () => this.fail(id, CLIENT_GONE),
      this.options.timeWithoutClientMs ?? DEFAULT_TIME_WITHOUT_CLIENT_MS,
    );
    timer.unref();
  }

  private fail(id: number, message: string): void {
    this.end(id, { status: "error", error: { message, frames: [] }, logLines: [] });
  }

  private end(id: number, execution: ActionExecution): void {
    const running = this.running.get(id);
    if (running === undefined) return;
    this.running.delete(id);
    clearTimeout(running.timer);
    for (const place of running.places) place.leave();
    running.onEnd(execution, running.thread);
    this.pools[running.environment].leave(running.guest);
    if (this.running.size === 0) this.tellDrained();
  }

  private tellDrained(): void {
    const waiters = this.drainWaiters;
    this.drainWaiters = [];
    for (const resolve of waiters) resolve();
  }

  private endHttp(
    id: number,
    caller: ActionCaller,
    execution: ActionExecution,
    thread: PoolThread | null,
  ): void {
    thread?.bodies.stopSending(requestBodyOf(id));
    const lines = [...execution.logLines];
    if (execution.status === "error") {
      const text = uncaughtErrorText(execution.error);
      thread?.bodies.failReceiving(responseBodyOf(id), text);
      lines.push(`[ERROR] [Request ID: ${caller.requestId}] ${text}`);
    }
    if (lines.length > 0 && !this.isClosing) (this.options.onHttpLog ?? printLog)(caller.functionPath, lines);
  }

  private tellHttp(
    { functionPath, requestId }: ActionCaller,
    startedMs: number,
    execution: ActionExecution,
  ): void {
    const { logLines } = execution;
    const outcome =
      execution.status === "success"
        ? ({ status: "success", value: execution.value, logLines } as const)
        : failureOf(requestId, execution.error, logLines);
    const durationMs = Date.now() - startedMs;
    this.options.onHttpEnded?.({ kind: "HttpAction", path: functionPath, startedMs, durationMs, outcome });
  }

  private limit(id: number, timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => this.timeOut(id), timeoutMs).unref();
  }

  private timeOut(id: number): void {
    const running = this.running.get(id);
    if (running === undefined) return;
    const message = `Function execution timed out (maximum duration: ${running.timeoutMs / 1000}s)`;
    running.thread?.post({ type: "abort", invocation: id });
    running.thread?.checkPulse();
    this.fail(id, message);
  }

  private describe(thrown: ThrownInWorker): UncaughtError {
    return describeThrown(
      thrown,
      this.frames.flatMap((frame) => frame.translate(thrown.stack)),
    );
  }
}

function responseOf(head: Head, thread: PoolThread, abort: () => void): HttpActionResponse {
  const { status, headers, hasBody, invocation } = head;
  return { status, headers, body: hasBody ? thread.bodies.receive(responseBodyOf(invocation), abort) : null };
}

function scriptsOf(bundle: FunctionBundle): WorkerScript[] {
  const { isolateScriptPath, isolatePlacesPath, nodeScriptPath, nodePlacesPath, functionsDir } = bundle;
  return [
    { scriptPath: isolateScriptPath, placesPath: isolatePlacesPath, functionsDir },
    ...(nodeScriptPath === null
      ? []
      : [{ scriptPath: nodeScriptPath, placesPath: nodePlacesPath, functionsDir }]),
    ...bundle.components.map((one) => ({
      scriptPath: one.isolateScriptPath,
      placesPath: one.isolatePlacesPath,
      functionsDir: one.functionsDir,
    })),
  ];
}

function componentsOf({ bundle, analysis }: ActionRunnerOptions): WorkerData["components"] {
  const scripts = new Map(bundle.components.map((one) => [one.definitionPath, one.isolateScriptPath]));
  return Object.fromEntries(
    (analysis.components ?? []).map(({ path, definitionPath, env }) => [
      path,
      { env, isolateScriptPath: scripts.get(definitionPath) ?? "" },
    ]),
  );
}

function printLog(path: string, lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${path} ${line}\n`);
}
