/**
 * What stands beside every page from the moment on at which something was begun that outlives its page. Whoever begins it
 * brings along the code that shows it, so that it is shown whether or not the line is up.
 */
import { useSyncExternalStore, type ReactNode } from "react";

let part: ReactNode = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has the part stand beside every page from now on. */
export function standBesidePages(shown: ReactNode): void {
  part = shown;
  for (const listener of [...listeners]) listener();
}

/** Returns the part, once there is one. */
export const useBesidePages = (): ReactNode => useSyncExternalStore(subscribe, () => part);
