/**
 * Disables a control for a moment after its meaning changed. Otherwise the second of two quick presses could take a
 * step that the user did not intend.
 */
import { useEffect, useState } from "react";

/** During this time, a press may still be meant for the former control. */
const STILL_MS = 600;

/** The first value after null does not count as a change. */
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
