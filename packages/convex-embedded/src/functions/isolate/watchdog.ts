/**
 * Limits the time of several runs at once. At the limit everything on the stack ends without running its `finally`
 * blocks. `vm`'s own time limit starts a thread per run, which costs more than most functions, so the command has
 * one thread for all runs (watch-thread.ts). Without that thread, and on Windows, which has no signals, runs have
 * limits of `vm`.
 */
// Imported, because the global of the same name is loaded when it is first read, and a signal at that moment would
// break it.
import { performance } from "node:perf_hooks";
import vm from "node:vm";
import { forgetOpenCallbacks } from "./async-stack.js";
import { CELLS, startWatchThread, type WatchThread } from "./watch-thread.js";

const WORK_GLOBAL = "work";
const watchedScript = new vm.Script(`${WORK_GLOBAL}()`, { filename: "embedded-watchdog.js" });
/**
 * TRIAL_MS limits how long a signal may take to stop a thread's trial run, and the next constant how long the
 * thread may take to send it.
 */
const TRIAL_MS = 2000;
const TRIAL_START_MS = 10_000;

let context: vm.Context | null = null;
let thread: WatchThread | null = null;
let onInterrupted: () => void = () => undefined;
let isRunning = false;

/** Throws ERR_SCRIPT_EXECUTION_TIMEOUT at the limit. */
export function runWithTimeout(timeoutMs: number, work: () => void): void {
  try {
    // The thread watches one run at a time. A run inside it has a separate limit.
    if (thread === null || isRunning) {
      runWithLimits(timeoutMs, work);
    } else {
      runWatched(thread, timeoutMs, work);
    }
  } catch (thrown) {
    if (codeOf(thrown) === "ERR_SCRIPT_EXECUTION_TIMEOUT") forgetOpenCallbacks();
    throw thrown;
  }
}

/** The additional time of each nested script in a run without the thread, from the outermost to the innermost. */
const LATER_MS = [4000, 1000, 250, 0];

/**
 * Runs work in nested scripts, each with a time limit. `vm` terminates a script once, and V8 loses a termination
 * that arrives while Node handles a rejected promise. An outer script then ends the run.
 */
function runWithLimits(timeoutMs: number, work: () => void, [laterMs, ...others] = LATER_MS): void {
  if (laterMs === undefined) return work();
  const inner = () => runWithLimits(timeoutMs, work, others);
  watchedScript.runInContext(watchdogContext(inner), { timeout: timeoutMs + laterMs });
}

/**
 * Starts the thread that watches all runs of this process from now on and handles SIGINT. `whenInterrupted` must be
 * the current listener for SIGINT, and the thread calls it from now on. If a trial shows that a signal does not
 * stop a run, or as soon as other code listens to SIGINT, the former state is restored.
 */
export async function startWatching(whenInterrupted: () => void): Promise<void> {
  if (process.platform === "win32") return;
  const started = await startWatchThread({ onInterrupted: whenInterrupted, onEnded: stopWatching });
  onInterrupted = whenInterrupted;
  process.off("SIGINT", whenInterrupted);
  if (process.listenerCount("SIGINT") > 0) return started.end();
  await started.watch();
  if (!isStoppedBy(started)) return started.end();
  thread = started;
  process.on("newListener", endForListener);
}

function endForListener(event: string | symbol): void {
  if (event !== "SIGINT") return;
  const ended = thread;
  thread = null;
  ended?.end();
}

/** The ended thread has left the signal without a handler, so the listeners are added again. */
function stopWatching(): void {
  thread = null;
  process.off("newListener", endForListener);
  const listeners = [...process.listeners("SIGINT"), onInterrupted];
  process.removeAllListeners("SIGINT");
  for (const listener of listeners) process.on("SIGINT", listener);
}

function runWatched(watching: WatchThread, timeoutMs: number, work: () => void, hardLimit = {}): void {
  const { numbers } = watching;
  isRunning = true;
  Atomics.store(numbers, CELLS.limit, timeoutMs);
  Atomics.add(numbers, CELLS.run, 1);
  if (Atomics.load(numbers, CELLS.isAsleep) === 1) {
    Atomics.store(numbers, CELLS.isAsleep, 0);
    Atomics.notify(numbers, CELLS.isAsleep);
  }
  try {
    watchedScript.runInContext(watchdogContext(work), { breakOnSigint: true, ...hardLimit });
  } catch (thrown) {
    if (codeOf(thrown) !== "ERR_SCRIPT_EXECUTION_INTERRUPTED") throw thrown;
    if (!watching.hasSent()) onInterrupted();
    throw Object.assign(new Error("The run was stopped.", { cause: thrown }), {
      code: "ERR_SCRIPT_EXECUTION_TIMEOUT",
    });
  } finally {
    Atomics.add(numbers, CELLS.run, 1);
    isRunning = false;
  }
}

function isStoppedBy(started: WatchThread): boolean {
  let sentMs: number | null = null;
  const untilStopped = () => {
    while (sentMs === null || performance.now() - sentMs < TRIAL_MS) {
      if (Atomics.load(started.numbers, CELLS.sent) > 0) sentMs ??= performance.now();
    }
  };
  try {
    runWatched(started, 0, untilStopped, { timeout: TRIAL_START_MS });
  } catch (thrown) {
    return codeOf((Object(thrown) as Error).cause) === "ERR_SCRIPT_EXECUTION_INTERRUPTED";
  }
  return false;
}

function codeOf(thrown: unknown): unknown {
  return (Object(thrown) as { code?: unknown }).code;
}

function watchdogContext(work: () => void): vm.Context {
  context ??= vm.createContext({});
  context[WORK_GLOBAL] = work;
  return context;
}
