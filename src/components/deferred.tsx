/**
 * Renders a large part of the page piece by piece: the browser gets the word between the pieces, so that a slow phone
 * never stands still while a whole page is made. The fallback stands until all of it is ready.
 */
import { useDeferredValue, type ReactNode } from "react";

/** Renders the children as soon as they are made. */
export function Deferred({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isShown = useDeferredValue(true, false);
  return isShown ? children : fallback;
}
