/**
 * Watches for promises that functions leave rejected without a handler. Node reports them at the end of the turn in
 * which they were rejected, without their owner, so every run that is waiting for its turn to end becomes suspect;
 * a suspect is run again in contexts of its own, where only it can be the cause.
 */

/** Collects unhandled rejections from its start. */
export interface RejectionWatch {
  /** Stops watching and returns what was rejected; the turn of the run must be over. */
  take(): readonly Rejection[];
}

export interface Rejection {
  readonly promise: object;
  readonly reason: unknown;
}

const watches = new Set<Rejection[]>();
let users = 0;

function onUnhandledRejection(reason: unknown, promise: object): void {
  if (promise instanceof Promise) {
    // Not from a function context. If nobody else handles these, keep Node's own behavior.
    if (process.listenerCount("unhandledRejection") === 1) {
      setImmediate(() => {
        throw reason;
      });
    }
    return;
  }
  for (const watch of watches) watch.push({ promise, reason });
}

/**
 * Starts listening; returns a function that stops it. Runs in contexts are only watched while somebody listens.
 */
export function listenForRejections(): () => void {
  users += 1;
  if (users === 1) process.on("unhandledRejection", onUnhandledRejection);
  let isStopped = false;
  return () => {
    if (isStopped) return;
    isStopped = true;
    users -= 1;
    if (users === 0) process.off("unhandledRejection", onUnhandledRejection);
  };
}

/** Begins to watch; call it in the turn of the run. */
export function watchRejections(): RejectionWatch {
  const seen: Rejection[] = [];
  watches.add(seen);
  return {
    take: () => {
      watches.delete(seen);
      return seen;
    },
  };
}

/** Resolves in the next turn of the event loop, after Node has reported this turn's rejections. */
export function turnEnd(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
