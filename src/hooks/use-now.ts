/** The current minute, for texts such as '5 minutes ago' that must not stand still. */
import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const CHECK_INTERVAL_MS = 15_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Returns the instant at which the current minute began plus its length, in milliseconds, and rerenders with it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);
}
