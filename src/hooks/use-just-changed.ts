/**
 * Disables a control for a moment after its meaning changed, so that the second of two quick presses does not take
 * an unintended step.
 */
import { useEffect, useState } from "react";

/** How long a press may still be meant for the former control. */
const STILL_MS = 600;

/** Returns whether something has just changed; its first value, after null, counts as no change. */
export function useJustChanged(meaning: string | null): boolean {
  const [settled, setSettled] = useState(meaning);
  if (settled === null && meaning !== null) setSettled(meaning);
  const isChanged = settled !== null && meaning !== settled;
  useEffect(() => {
    if (!isChanged) return undefined;
    const timer = setTimeout(() => setSettled(meaning), STILL_MS);
    return () => clearTimeout(timer);
  }, [isChanged, meaning]);
  return isChanged;
}
