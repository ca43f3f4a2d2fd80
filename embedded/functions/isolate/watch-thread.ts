/**
 * One thread that ends runs whose time is over, in place of a thread per run. `vm` ends a script that was started
 * with `breakOnSigint` when the process gets SIGINT, and Node keeps its listening thread for as long as any such
 * script is open anywhere: this thread keeps one open for good, which makes opening the next nearly free.
 *
 *   main thread                        this thread (parked inside a breakOnSigint script)
 *   RUN = odd ── runs ── RUN = even    looks at RUN every POLL_MS; the same odd number for too long: sends SIGINT
 *                                      no run for IDLE_MS: sleeps until the next run wakes it
 *
 * SIGINT ends the script that was opened last. When that is this thread's own, it sends the signal again before it
 * parks again. An operator's SIGINT ends one of the two as well; one that comes right after the thread's own is
 * taken for a late one of those.
 */
import type vm from "node:vm";
import { Worker } from "node:worker_threads";

/** Where the threads' shared numbers are. */
export interface WatchCells {
  /** Odd while a run is open; each run has a number of its own. */
  readonly run: 0;
  /** How long the open run may take, in milliseconds. */
  readonly limit: 1;
  /** 1 while the thread sleeps until it is notified. */
  readonly isAsleep: 2;
  /** 1 once the thread has sent a signal, and when that was last, in milliseconds since the process began. */
  readonly hasSent: 3;
  readonly sentAt: 4;
  /** 1 once the thread may park. */
  readonly mayPark: 5;
  /** Never changes: what the thread waits on to let time pass. */
  readonly never: 6;
}

export const CELLS: WatchCells = {
  run: 0,
  limit: 1,
  isAsleep: 2,
  hasSent: 3,
  sentAt: 4,
  mayPark: 5,
  never: 6,
};
const CELL_COUNT = 7;

interface ThreadData {
  readonly shared: SharedArrayBuffer;
  readonly cells: WatchCells;
  readonly pollMs: number;
  readonly resendMs: number;
  readonly lateMs: number;
  readonly idleMs: number;
}

interface Threads {
  readonly workerData: unknown;
  readonly parentPort: { postMessage(message: string): void } | null;
}

const POLL_MS = 25;
const RESEND_MS = 100;
/** How long after the thread's last signal one may still arrive. */
const LATE_MS = 2000;
const IDLE_MS = 2000;
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, stackSizeMb: 0.5 };

/** Watches runs for as long as the process lives. Evaluated in the thread from its own source text. */
function watchRuns(virtual: typeof vm, { workerData, parentPort }: Threads): never {
  // What startWatchThread() has handed over.
  const { shared, cells, pollMs, resendMs, lateMs, idleMs } = workerData as ThreadData;
  const numbers = new Int32Array(shared);
  let seen = -1;
  let sinceMs = 0;

  /** Notes which run is open; answers for how long it has been the same. */
  function look(): { readonly run: number; readonly ageMs: number } {
    const run = Atomics.load(numbers, cells.run);
    const nowMs = performance.now();
    if (run !== seen) {
      seen = run;
      sinceMs = nowMs;
    }
    return { run, ageMs: nowMs - sinceMs };
  }

  function signal(): void {
    Atomics.store(numbers, cells.sentAt, Math.trunc(process.uptime() * 1000));
    Atomics.store(numbers, cells.hasSent, 1);
    process.kill(process.pid, "SIGINT");
    Atomics.wait(numbers, cells.never, 0, resendMs);
  }

  function sleep(run: number): void {
    Atomics.store(numbers, cells.isAsleep, 1);
    if (Atomics.load(numbers, cells.run) === run) Atomics.wait(numbers, cells.isAsleep, 1);
    Atomics.store(numbers, cells.isAsleep, 0);
  }

  function watch(): void {
    for (;;) {
      const { run, ageMs } = look();
      const isOpen = run % 2 !== 0;
      if (isOpen && ageMs > Atomics.load(numbers, cells.limit)) signal();
      else if (!isOpen && ageMs > idleMs) sleep(run);
      else Atomics.wait(numbers, cells.never, 0, pollMs);
    }
  }

  /** Outside of the parked script the open run's own is the last one, so a signal sent now ends that. */
  function afterInterruption(): void {
    const sentAgoMs = process.uptime() * 1000 - Atomics.load(numbers, cells.sentAt);
    const isOwn = Atomics.load(numbers, cells.hasSent) === 1 && sentAgoMs < lateMs;
    if (!isOwn) return parentPort?.postMessage("interrupted");
    const overdue = Atomics.load(numbers, cells.run);
    if (overdue !== seen || overdue % 2 === 0) return;
    while (Atomics.load(numbers, cells.run) === overdue) signal();
  }

  Object.assign(globalThis, { watchRuns: watch });
  const parked = new virtual.Script("watchRuns()", { filename: "embedded-watch.js" });
  parentPort?.postMessage("ready");
  Atomics.wait(numbers, cells.mayPark, 0);
  for (;;) {
    try {
      parked.runInThisContext({ breakOnSigint: true });
    } catch {
      afterInterruption();
    }
  }
}

export interface WatchThread {
  /** The cells, by the positions in CELLS. */
  readonly numbers: Int32Array;
  /** Tells whether a signal that arrives now was sent by this thread, and not by an operator. */
  hasJustSent(): boolean;
  /**
   * Lets the thread take SIGINT over. There must be no other listener: libuv, when it takes off its last one, takes
   * Node's own handler for scripts with it.
   */
  watch(): void;
  end(): void;
}

export interface WatchThreadEvents {
  /** The process got a SIGINT that this thread did not send. */
  readonly onInterrupted: () => void;
  readonly onEnded: () => void;
}

/** Starts the thread; resolves once it is ready to watch. */
export function startWatchThread({ onInterrupted, onEnded }: WatchThreadEvents): Promise<WatchThread> {
  const shared = new SharedArrayBuffer(CELL_COUNT * Int32Array.BYTES_PER_ELEMENT);
  const numbers = new Int32Array(shared);
  const times = { pollMs: POLL_MS, resendMs: RESEND_MS, lateMs: LATE_MS, idleMs: IDLE_MS };
  const workerData: ThreadData = { shared, cells: CELLS, ...times };
  // A bundler that keeps function names wraps functions in `__name(...)`.
  const code = `const __name = (value) => value;
    (${watchRuns.toString()})(require("node:vm"), require("node:worker_threads"));`;
  const worker = new Worker(code, { eval: true, workerData, env: {}, resourceLimits: LIMITS });
  worker.unref();
  const thread: WatchThread = {
    numbers,
    hasJustSent: () =>
      Atomics.load(numbers, CELLS.hasSent) === 1 &&
      process.uptime() * 1000 - Atomics.load(numbers, CELLS.sentAt) < LATE_MS,
    watch() {
      Atomics.store(numbers, CELLS.mayPark, 1);
      Atomics.notify(numbers, CELLS.mayPark);
    },
    end: () => void worker.terminate(),
  };
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => {
      reject(new Error("The watching thread has ended."));
      onEnded();
    });
    worker.on("message", (message) => (message === "interrupted" ? onInterrupted() : resolve(thread)));
  });
}
