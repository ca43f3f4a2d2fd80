/** The user's calendar day. It changes at local midnight while a page stays open, so that ages stay correct. */
import { useSyncExternalStore } from "react";
import { localDay } from "@domain/dates/calendar-days";

const CHECK_INTERVAL_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_INTERVAL_MS);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

export function useToday(): string {
  return useSyncExternalStore(subscribe, () => localDay(new Date()));
}
