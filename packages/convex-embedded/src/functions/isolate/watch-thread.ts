/**
 * One thread that ends runs at their time limit, in place of a thread per run. `vm` ends a script that was started
 * with `breakOnSigint` when the process gets SIGINT. Node keeps its listening thread while any such script is open.
 * This thread keeps two such scripts open permanently, so that opening the next one costs almost nothing.
 *   main thread                        this thread (parked inside a breakOnSigint script, inside another one)
 *   RUN = odd ── runs ── RUN = even    looks at RUN every POLL_MS; the same odd number for too long, with enough
 *                                      processor time: sends SIGINT
 *                                      no run for IDLE_MS: sleeps until the next run wakes it
 * SIGINT ends the script that was opened last, or the whole process if none is open. A signal that arrives when its
 * run has just ended ends this thread's inner script. A signal that arrives while that one is closed ends the outer
 * script. Both are opened again. Sent and received signals are counted. An operator's signal, which ends a script
 * as well, is thus distinguished from the thread's own, however late that arrives.
 */
import type vm from "node:vm";
import { Worker } from "node:worker_threads";
import { WALL_CLOCK_FACTOR } from "../user-clock.js";

/** The positions of the numbers that both threads share. */
export interface WatchCells {
  /** An odd number while a run is open. Each run has a different number. */
  readonly run: 0;
  /** How long the open run may take, in milliseconds. */
  readonly limit: 1;
  /** 1 while the thread sleeps until it is woken. */
  readonly isAsleep: 2;
  /** How many signals the thread has sent, how many of them have arrived, and when the last one was sent. */
  readonly sent: 3;
  readonly arrived: 4;
  /** In milliseconds since the process began. */
  readonly sentAt: 5;
  /** 1 when the thread may park. */
  readonly mayPark: 6;
  /** 1 when the thread must not send signals any more. */
  readonly isOver: 7;
  /** Never changes. The thread waits on it to let time pass. */
  readonly never: 8;
}

export const CELLS: WatchCells = {
  run: 0,
  limit: 1,
  isAsleep: 2,
  sent: 3,
  arrived: 4,
  sentAt: 5,
  mayPark: 6,
  isOver: 7,
  never: 8,
};
const CELL_COUNT = 9;

interface ThreadData {
  readonly shared: SharedArrayBuffer;
  readonly cells: WatchCells;
  readonly pollMs: number;
  readonly resendMs: number;
  readonly lostMs: number;
  readonly idleMs: number;
  readonly wallClockFactor: number;
}

interface Threads {
  readonly workerData: unknown;
  readonly parentPort: { postMessage(message: string): void } | null;
}

const POLL_MS = 25;
/** After this time the thread assumes that a signal has ended no run. */
const RESEND_MS = 2000;
/** A signal that has not arrived after this time never will, because the system may merge two signals into one. */
const LOST_MS = 30_000;
const IDLE_MS = 2000;
/** With 8 MiB, a starting thread of Node 26 can reach the limit, which ends the whole process. */
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, stackSizeMb: 0.5 };

/** Returns whether the thread has sent the signal. */
function countArrived(numbers: Int32Array, cells: WatchCells, lostMs: number): boolean {
  const sent = Atomics.load(numbers, cells.sent);
  if (Atomics.load(numbers, cells.arrived) >= sent) return false;
  if (process.uptime() * 1000 - Atomics.load(numbers, cells.sentAt) > lostMs) {
    Atomics.store(numbers, cells.arrived, sent);
    return false;
  }
  Atomics.add(numbers, cells.arrived, 1);
  return true;
}

/** The thread evaluates this function from its source text. */
function watchRuns(
  virtual: typeof vm,
  { workerData, parentPort }: Threads,
  isOwnSignal: typeof countArrived,
): void {
  // The arguments from startWatchThread().
  const { shared, cells, pollMs, resendMs, lostMs, idleMs, wallClockFactor } = workerData as ThreadData;
  const numbers = new Int32Array(shared);
  let seen = -1;
  let sinceMs = 0;
  let processorStart = process.cpuUsage();

  const isOpen = (run: number) => Atomics.load(numbers, cells.run) === run;
  const isToEnd = () => Atomics.load(numbers, cells.isOver) === 1;

  /** Whether the thread may close its scripts. A signal that arrives after that would end the process. */
  function isOver(): boolean {
    if (!isToEnd()) return false;
    const isExpecting = Atomics.load(numbers, cells.arrived) < Atomics.load(numbers, cells.sent);
    return !isExpecting || process.uptime() * 1000 - Atomics.load(numbers, cells.sentAt) > lostMs;
  }

  function look(): { readonly run: number; readonly ageMs: number } {
    const run = Atomics.load(numbers, cells.run);
    const nowMs = performance.now();
    if (run !== seen) {
      seen = run;
      sinceMs = nowMs;
      processorStart = process.cpuUsage();
    }
    return { run, ageMs: nowMs - sinceMs };
  }

  /** Returns whether a run has reached its limit, both in real time and in processor time of the process. */
  function isTooOld(ageMs: number): boolean {
    const limitMs = Atomics.load(numbers, cells.limit);
    if (ageMs <= limitMs) return false;
    const { user, system } = process.cpuUsage(processorStart);
    return (user + system) / 1000 > limitMs || ageMs > wallClockFactor * limitMs;
  }

  /**
   * Waits for the effect of the signal, which may take long on a busy machine. A second signal would end another
   * run.
   */
  function signal(run: number): void {
    Atomics.store(numbers, cells.sentAt, Math.trunc(process.uptime() * 1000));
    Atomics.add(numbers, cells.sent, 1);
    process.kill(process.pid, "SIGINT");
    const sentMs = performance.now();
    while (isOpen(run) && performance.now() - sentMs < resendMs) Atomics.wait(numbers, cells.never, 0, 5);
  }

  function sleep(run: number): void {
    Atomics.store(numbers, cells.isAsleep, 1);
    if (isOpen(run) && !isToEnd()) Atomics.wait(numbers, cells.isAsleep, 1);
    Atomics.store(numbers, cells.isAsleep, 0);
  }

  function watch(): void {
    while (!isOver()) {
      const { run, ageMs } = look();
      const isRunning = run % 2 !== 0;
      if (isRunning && isTooOld(ageMs) && !isToEnd()) signal(run);
      else if (!isRunning && ageMs > idleMs && !isToEnd()) sleep(run);
      else Atomics.wait(numbers, cells.never, 0, pollMs);
    }
  }

  /** Returns whether this thread itself sent the signal that ended one of its scripts. */
  function wasOwn(): boolean {
    const isOwn = isOwnSignal(numbers, cells, lostMs);
    if (!isOwn) parentPort?.postMessage("interrupted");
    return isOwn;
  }

  function park(): void {
    parentPort?.postMessage("parked");
    while (!isOver()) {
      try {
        inner.runInThisContext({ breakOnSigint: true });
      } catch {
        // Now a run that was opened before the inner script is the last one, which a signal ends.
        if (wasOwn()) while (seen % 2 !== 0 && isOpen(seen) && !isToEnd()) signal(seen);
      }
    }
  }

  Object.assign(globalThis, { watchRuns: watch, parkWatch: park });
  const inner = new virtual.Script("watchRuns()", { filename: "embedded-watch.js" });
  const outer = new virtual.Script("parkWatch()", { filename: "embedded-park.js" });
  parentPort?.postMessage("ready");
  Atomics.wait(numbers, cells.mayPark, 0);
  while (!isOver()) {
    try {
      outer.runInThisContext({ breakOnSigint: true });
    } catch {
      wasOwn();
    }
  }
}

export interface WatchThread {
  /** The positions are those in CELLS. */
  readonly numbers: Int32Array;
  /** Counts a signal that has ended a run. Returns false if an operator sent it. */
  hasSent(): boolean;
  /**
   * Resolves when the thread handles SIGINT. There must be no other listener: when libuv removes the last one, it
   * also removes Node's own handler for scripts.
   */
  watch(): Promise<void>;
  /** Ends the thread as soon as all its signals have arrived. */
  end(): void;
}

export interface WatchThreadEvents {
  /** Called if the process got a SIGINT that this thread did not send. */
  readonly onInterrupted: () => void;
  readonly onEnded: () => void;
}

/** Resolves once the thread is ready to watch. */
export function startWatchThread({ onInterrupted, onEnded }: WatchThreadEvents): Promise<WatchThread> {
  const shared = new SharedArrayBuffer(CELL_COUNT * Int32Array.BYTES_PER_ELEMENT);
  const numbers = new Int32Array(shared);
  const times = { pollMs: POLL_MS, resendMs: RESEND_MS, lostMs: LOST_MS, idleMs: IDLE_MS };
  const workerData: ThreadData = { shared, cells: CELLS, ...times, wallClockFactor: WALL_CLOCK_FACTOR };
  // A bundler that keeps function names wraps functions in `__name(...)`.
  const code = `const __name = (value) => value;
    (${watchRuns.toString()})(require("node:vm"), require("node:worker_threads"), ${countArrived.toString()});`;
  const worker = new Worker(code, { eval: true, workerData, env: {}, resourceLimits: LIMITS });
  worker.unref();
  const parked = new Promise<void>((resolve, reject) => {
    worker.on("message", (message) => message === "parked" && resolve());
    worker.on("exit", () => reject(new Error("The watching thread has ended.")));
  });
  parked.catch(() => undefined);
  const set = (cell: keyof WatchCells, value: 0 | 1) => {
    Atomics.store(numbers, CELLS[cell], value);
    Atomics.notify(numbers, CELLS[cell]);
  };
  const thread: WatchThread = {
    numbers,
    hasSent: () => countArrived(numbers, CELLS, LOST_MS),
    watch() {
      set("mayPark", 1);
      return parked;
    },
    end() {
      set("isOver", 1);
      set("mayPark", 1);
      set("isAsleep", 0);
    },
  };
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => {
      reject(new Error("The watching thread has ended."));
      onEnded();
    });
    worker.on("message", (message) => {
      if (message === "ready") resolve(thread);
      if (message === "interrupted") onInterrupted();
    });
  });
}
