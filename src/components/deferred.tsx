/**
 * Renders a large part of the page in pieces, so that a slow phone reacts between them instead of freezing while
 * the whole page is rendered. The fallback stays until all of it is ready.
 */
import { useDeferredValue, type ReactNode } from "react";

/** Renders the children as soon as they are ready. */
export function Deferred({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isShown = useDeferredValue(true, false);
  return isShown ? children : fallback;
}
