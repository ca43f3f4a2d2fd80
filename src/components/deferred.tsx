/**
 * Renders a large part of the page in pieces, so that a slow phone reacts between two pieces instead of freezing.
 * The fallback stays visible until the whole part is ready.
 */
import { useDeferredValue, type ReactNode } from "react";

export function Deferred({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isShown = useDeferredValue(true, false);
  return isShown ? children : fallback;
}
