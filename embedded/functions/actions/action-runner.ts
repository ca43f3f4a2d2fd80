/**
 * The main thread's side of actions: hands invocations to the two workers, one for each environment, returns their
 * syscalls, enforces the time limit and turns endings into results. When a worker dies, everything under way in it
 * fails and is never run again: an action runs at most once.
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
import { BodyChannel } from "./body-channel.js";
import { emptyResponse, failedHttpResponse, refusedResponse } from "./http-responses.js";
import { ConcurrencyGate, Place, type GateOptions } from "./concurrency-gate.js";
import { createRouting } from "./mounts.js";
import {
  requestBodyOf,
  responseBodyOf,
  type ThrownInWorker,
  type ToMain,
  type WorkerData,
  type WorkerScript,
} from "./protocol.js";
import { answerSyscall } from "./syscalls.js";
import { WorkerThread } from "./worker-thread.js";

export interface ActionRunnerOptions {
  /** The built `functions/action-worker.js`. */
  readonly workerUrl: URL;
  readonly bundle: FunctionBundle;
  readonly analysis: Pick<Analysis, "routes"> &
    Partial<Pick<Analysis, "httpPrefix" | "mounts" | "components">>;
  readonly host: ActionHost;
  readonly files: Pick<FileStore, "store" | "find">;
  /** How long an action may run, whatever its environment. */
  readonly timeoutMs?: number;
  /** How many actions of one environment may run at a time, and how long others wait. */
  readonly concurrency?: Partial<GateOptions>;
  /** How long an HTTP action may go on whose client has gone. */
  readonly timeWithoutClientMs?: number;
  /** Memory of each of the threads that run actions. */
  readonly heapMebibytes?: number;
  /** How long one action may keep the worker from turning to those that wait. */
  readonly pongTimeoutMs?: number;
  /** Takes what HTTP actions print and how they failed, which no response carries; standard error by default. */
  readonly onHttpLog?: (path: string, lines: readonly string[]) => void;
  /** Told of every HTTP action that was begun, once it has ended. */
  readonly onHttpEnded?: (call: EndedCall) => void;
}

type Head = Extract<ToMain, { type: "response-head" }>;
type FailedExecution = Extract<ActionExecution, { status: "error" }>;

/** What the main thread keeps of an invocation until it ended. */
interface Running {
  readonly caller: ActionCaller;
  readonly environment: Environment;
  readonly timeoutMs: number;
  readonly timer: NodeJS.Timeout;
  readonly places: readonly Place[];
  onHead?(head: Head): void;
  onEnd(execution: ActionExecution): void;
}

/** Convex's words for an action whose machine went away under it. */
export const TRANSIENT_ERROR = "Transient error while executing action";
const CLIENT_GONE = "The client went away, and the HTTP action did not end";
/** How long an HTTP action may go on whose client has gone. */
const DEFAULT_TIME_WITHOUT_CLIENT_MS = 30_000;
const DEFAULT_PONG_TIMEOUT_MS = 30_000;
/** Whoever comes when this many wait already would not get its turn in time. */
const MAX_WAITING = 1000;

/** Makes the runner of a bundle's actions; its worker starts with the first one. */
export function createActionRunner(options: ActionRunnerOptions): ActionRunner {
  return new WorkerActionRunner(options);
}

class WorkerActionRunner implements ActionRunner {
  /** Node actions have a thread of their own: heavy work in one keeps no HTTP action waiting. */
  private readonly threads: Readonly<Record<Environment, WorkerThread>>;
  private readonly bodies: BodyChannel;
  private readonly running = new Map<number, Running>();
  private readonly findRoute;
  private readonly frames;
  private readonly gates: Readonly<Record<Environment, ConcurrencyGate>>;
  /** For HTTP actions whose bodies are still on their way, which may take as long as the client likes. */
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
    const threadFor = (environment: Environment) =>
      new WorkerThread({
        url: workerUrl,
        data: { ...data, environment },
        env: host.env,
        pongTimeoutMs: options.pongTimeoutMs ?? DEFAULT_PONG_TIMEOUT_MS,
        heapMebibytes: this.heapMebibytes,
        onMessage: (message) => this.take(message),
        onDeath: (cause, isOutOfMemory) => this.failAll(environment, cause, isOutOfMemory),
      });
    this.threads = { isolate: threadFor("isolate"), node: threadFor("node") };
    // Only HTTP actions have bodies, and they run in the default runtime.
    this.bodies = new BodyChannel((message, transfer) => this.threads.isolate.post(message, transfer));
  }

  async runAction(invocation: ActionInvocation): Promise<ActionExecution> {
    const { caller, ...what } = invocation;
    const places = await this.admit(what.environment, caller);
    if ("status" in places) return places;
    return new Promise((resolve) => {
      const id = this.register(what.environment, { caller, places, onEnd: resolve });
      this.threads[what.environment].post({
        type: "run-action",
        invocation: id,
        requestId: caller.requestId,
        ...what,
      });
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
    // Components never learn who calls.
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
      const abort = () => {
        this.threads.isolate.post({ type: "abort", invocation: id });
        this.endLater(id);
      };
      const id = this.register("isolate", {
        caller,
        places,
        onHead: (head) => resolve(this.responseOf(head, abort)),
        onEnd: (execution) => {
          signal?.removeEventListener("abort", abort);
          this.endHttp(id, caller, execution);
          this.tellHttp(caller, startedMs, execution);
          // After the head this resolves nothing: the response is already out.
          resolve(
            execution.status === "error"
              ? failedHttpResponse({ requestId, error: execution.error })
              : emptyResponse(),
          );
        },
      });
      signal?.addEventListener("abort", abort, { once: true });
      const hasBody = body !== null && method !== "GET" && method !== "HEAD";
      if (hasBody) void this.bodies.send(requestBodyOf(id), body);
      this.threads.isolate.post({
        type: "run-http",
        invocation: id,
        component,
        pathname,
        method,
        url,
        headers,
        hasBody,
      });
      if (signal?.aborted) abort();
    });
  }

  drained(): Promise<void> {
    if (this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.drainWaiters.push(resolve));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.threads.isolate.close(), this.threads.node.close()]);
    this.tellDrained();
  }

  /** Waits for room; returns the places that an action has, or how one ends that found none. */
  private async admit(
    environment: Environment,
    caller: ActionCaller,
    { signal, isBodyArriving = false }: Pick<HttpActionRequest, "signal" | "isBodyArriving"> = {},
  ): Promise<Place[] | FailedExecution> {
    const { clients } = caller;
    const places: Place[] = [];
    for (const gate of [...(isBodyArriving ? [this.arrivalGate] : []), this.gates[environment]]) {
      const place = await gate.enter({ clients, within: this.placeAbove(caller, gate), signal });
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

  private register(
    environment: Environment,
    running: Omit<Running, "timer" | "environment" | "timeoutMs">,
  ): number {
    const id = this.nextInvocation++;
    const timeoutMs = this.options.timeoutMs ?? MAX_ACTION_TIME_MS[environment];
    const timer = setTimeout(() => this.timeOut(id), timeoutMs);
    timer.unref();
    this.running.set(id, { ...running, environment, timeoutMs, timer });
    const place = running.places.at(-1);
    if (place !== undefined) this.placeOf.set(running.caller, place);
    this.threads[environment].setBusy(true);
    return id;
  }

  private take(message: ToMain): void {
    switch (message.type) {
      case "syscall":
        return void this.answer(message);
      case "response-head":
        return this.running.get(message.invocation)?.onHead?.(message);
      case "ended": {
        const { invocation, ending, logLines } = message;
        if (ending.status === "success") return this.end(invocation, { ...ending, logLines });
        return this.end(invocation, { status: "error", error: this.describe(ending.error), logLines });
      }
      case "pong":
        return;
      default:
        return this.bodies.handle(message);
    }
  }

  private async answer(message: Extract<ToMain, { type: "syscall" }>): Promise<void> {
    const running = this.running.get(message.invocation);
    if (running === undefined) return;
    const { host, files } = this.options;
    const { answer, transfer } = await answerSyscall(host, files, running.caller, message.request);
    if (this.running.has(message.invocation)) {
      this.threads[running.environment].post(
        { type: "syscall-result", call: message.call, answer },
        transfer,
      );
    }
  }

  private end(id: number, execution: ActionExecution): void {
    const running = this.running.get(id);
    if (running === undefined) return;
    this.running.delete(id);
    clearTimeout(running.timer);
    for (const place of running.places) place.leave();
    if (this.runningIn(running.environment).length === 0) this.threads[running.environment].setBusy(false);
    running.onEnd(execution);
    if (this.running.size === 0) this.tellDrained();
  }

  private tellDrained(): void {
    const waiters = this.drainWaiters;
    this.drainWaiters = [];
    for (const resolve of waiters) resolve();
  }

  private endHttp(id: number, caller: ActionCaller, execution: ActionExecution): void {
    this.bodies.stopSending(requestBodyOf(id));
    const lines = [...execution.logLines];
    if (execution.status === "error") {
      const text = uncaughtErrorText(execution.error);
      this.bodies.failReceiving(responseBodyOf(id), text);
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

  private timeOut(id: number): void {
    const running = this.running.get(id);
    if (running === undefined) return;
    const message = `Function execution timed out (maximum duration: ${running.timeoutMs / 1000}s)`;
    const thread = this.threads[running.environment];
    thread.post({ type: "abort", invocation: id });
    thread.checkPulse();
    this.end(id, { status: "error", error: { message, frames: [] }, logLines: [] });
  }

  /** Ends an HTTP action that does not end by itself once its client has gone, so that its place is free again. */
  private endLater(id: number): void {
    const timer = setTimeout(
      () => this.end(id, { status: "error", error: { message: CLIENT_GONE, frames: [] }, logLines: [] }),
      this.options.timeWithoutClientMs ?? DEFAULT_TIME_WITHOUT_CLIENT_MS,
    );
    timer.unref();
  }

  private runningIn(environment: Environment): number[] {
    return [...this.running].filter(([, one]) => one.environment === environment).map(([id]) => id);
  }

  private failAll(environment: Environment, cause: string, isOutOfMemory: boolean): void {
    const lost = this.runningIn(environment);
    if (!this.isClosing && lost.length > 0) process.stderr.write(`The action worker died: ${cause}\n`);
    // Whose memory it was nobody can tell: all of them used it.
    const outOfMemory = `JavaScript execution ran out of memory (maximum memory usage: ${this.heapMebibytes} MB)`;
    const error: UncaughtError = { message: isOutOfMemory ? outOfMemory : TRANSIENT_ERROR, frames: [] };
    for (const id of lost) this.end(id, { status: "error", error, logLines: [] });
    if (environment === "isolate") this.bodies.abandon(TRANSIENT_ERROR);
  }

  private responseOf(head: Head, abort: () => void): HttpActionResponse {
    const { status, headers, hasBody, invocation } = head;
    const body = hasBody ? this.bodies.receive(responseBodyOf(invocation), abort) : null;
    return { status, headers, body };
  }

  private describe(thrown: ThrownInWorker): UncaughtError {
    return describeThrown(
      thrown,
      this.frames.flatMap((frame) => frame.translate(thrown.stack)),
    );
  }
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

/** What the worker needs to know of each instance of a component. */
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
