/** The breeder's calendar day. It changes at local midnight while a page stays open, so no age goes stale. */
import { useSyncExternalStore } from "react";

const CHECK_INTERVAL_MS = 30_000;

/** Returns the local calendar day of an instant as `YYYY-MM-DD`. */
export function localDay(instant: Date): string {
  const month = String(instant.getMonth() + 1).padStart(2, "0");
  const day = String(instant.getDate()).padStart(2, "0");
  return `${String(instant.getFullYear()).padStart(4, "0")}-${month}-${day}`;
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_INTERVAL_MS);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/** Returns today's local calendar day and rerenders when it changes. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => localDay(new Date()));
}
