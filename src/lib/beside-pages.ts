/**
 * Parts shown beside every page once something was begun that outlives its page. Whatever begins it also brings the
 * code that shows it, so that it is shown even without a connection.
 */
import { useSyncExternalStore, type ReactNode } from "react";

let part: ReactNode = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the part beside every page from now on. */
export function standBesidePages(shown: ReactNode): void {
  part = shown;
  for (const listener of [...listeners]) listener();
}

/** Returns the part, if there is one. */
export const useBesidePages = (): ReactNode => useSyncExternalStore(subscribe, () => part);
