/**
 * Finds promises that functions leave rejected without a handler. Node reports them at the end of the event loop's
 * turn, without their owner, so every run of that turn may be the cause. Each of these runs again alone in separate
 * contexts, where only that run can be the cause.
 */

export interface RejectionWatch {
  /** The turn of the run must be over. */
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
    // The promise is not from a function context. If no other code handles it, Node's own behavior is kept.
    if (process.listenerCount("unhandledRejection") === 1) {
      setImmediate(() => {
        throw reason;
      });
    }
    return;
  }
  for (const watch of watches) watch.push({ promise, reason });
}

/** Runs in contexts are watched only while somebody listens. Returns a function that stops listening. */
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

/** Must be called in the turn of the run. */
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
