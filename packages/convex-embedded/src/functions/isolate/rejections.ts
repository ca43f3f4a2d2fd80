/**
 * Watches for promises that functions leave rejected without a handler. Node tells of them at the end of the
 * turn in which they were rejected and not whose they are, so every run that is waiting for its turn to end
 * becomes suspect; a suspect is run again in contexts of its own, where only it can be to blame.
 */

/** Collects unhandled rejections from when it began. */
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
    // Not from a function context. Where nobody else handles these, keep Node's own behaviour.
    if (process.listenerCount("unhandledRejection") === 1) {
      setImmediate(() => {
        throw reason;
      });
    }
    return;
  }
  for (const watch of watches) watch.push({ promise, reason });
}

/** Starts listening; returns how to stop. Runs in contexts are only watched while somebody listens. */
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

/** Resolves in the next turn of the event loop, when Node has told of this turn's rejections. */
export function turnEnd(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
