/**
 * Whether a request has failed without a response since the page was opened, so that nothing need wait any longer.
 */

let isUnreached = false;
const listeners = new Set<() => void>();

/** Reports that a request had no response. */
export function tellUnreached(): void {
  isUnreached = true;
  for (const listener of listeners) listener();
}

/**
 * Calls back once a request has had no response, or at once if one already had none; returns a function that stops
 * it.
 */
export function onUnreached(listener: () => void): () => void {
  if (isUnreached) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
