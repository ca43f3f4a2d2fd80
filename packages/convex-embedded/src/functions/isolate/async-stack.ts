/**
 * Puts Node's bookkeeping right after a run was stopped from outside. While anything in the process uses
 * AsyncLocalStorage, Node notes the beginning and end of every promise callback on a stack; a stopped run never
 * tells of its ends, and at the next one that does not match Node ends the whole process. After an uncaught
 * exception Node empties that stack itself, so it is handed one that nobody else sees.
 */
interface ExceptionHandler {
  /** Node's own handler of uncaught exceptions, which its native side finds by this name. */
  readonly _fatalException?: (error: Error, isFromPromise: boolean) => boolean;
}

/** Forgets the callbacks that a stopped run left open. */
export function forgetOpenCallbacks(): void {
  const node = process as ExceptionHandler;
  if (node._fatalException === undefined || process.hasUncaughtExceptionCaptureCallback()) return;
  process.setUncaughtExceptionCaptureCallback(() => undefined);
  try {
    node._fatalException(new Error("A run was stopped."), false);
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
  }
}
