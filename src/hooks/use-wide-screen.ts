/** Whether the window has room for a record's page beside the navigation; it follows the window's size. */
import { useSyncExternalStore } from "react";

const wide = (): MediaQueryList => window.matchMedia("(width >= 80rem)");

function subscribe(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Returns whether the window is at least 1280 px wide. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide().matches);
