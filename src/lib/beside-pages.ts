/**
 * A part that is shown beside every page after the user began work that continues on other pages. The code that
 * begins the work also brings the component for this part, so that the component is available without a connection.
 */
import { useSyncExternalStore, type ReactNode } from "react";

let part: ReactNode = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function standBesidePages(shown: ReactNode): void {
  part = shown;
  for (const listener of [...listeners]) listener();
}

export const useBesidePages = (): ReactNode => useSyncExternalStore(subscribe, () => part);
