/**
 * Repairs Node's async bookkeeping after a run was stopped from outside. While any code in the process uses
 * AsyncLocalStorage, Node records the start and end of every promise callback on a stack. A stopped run never
 * records its ends, and at the next mismatch Node ends the whole process. Node empties this stack itself after an
 * uncaught exception, so this module passes one to Node that no other code sees.
 */
interface ExceptionHandler {
  /** Node's own handler of uncaught exceptions, which its native side finds by this name. */
  readonly _fatalException?: (error: Error, isFromPromise: boolean) => boolean;
}

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
