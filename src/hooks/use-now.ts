/** The current time, for texts such as '5 minutes ago' that must be updated. */
import { useSyncExternalStore } from "react";

const STEP_MS = 15_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS);
  return () => clearInterval(timer);
}

/** At most 15 seconds old and never in the future. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / STEP_MS) * STEP_MS);
}
