/**
 * Whether a request has failed without a response since the page was opened. The page then need not wait any
 * longer.
 */

let isUnreached = false;
const listeners = new Set<() => void>();

/** Called for a request without a response. */
export function tellUnreached(): void {
  isUnreached = true;
  for (const listener of listeners) listener();
}

/** Calls back immediately if a request already got no response. Returns a function that cancels this. */
export function onUnreached(listener: () => void): () => void {
  if (isUnreached) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
