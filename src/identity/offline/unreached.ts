/** Whether a call to the server has failed for want of an answer since the page was opened, which nobody waits out in vain. */

let isUnreached = false;
const listeners = new Set<() => void>();

/** Says that a call has had no answer. */
export function tellUnreached(): void {
  isUnreached = true;
  for (const listener of listeners) listener();
}

/** Calls back once a call has had no answer, or at once where one had none before; returns how to stop. */
export function onUnreached(listener: () => void): () => void {
  if (isUnreached) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
