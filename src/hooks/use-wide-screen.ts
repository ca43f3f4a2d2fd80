/** A media query of the window that follows changes of the window's size. */
import { useCallback, useSyncExternalStore } from "react";

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Wide enough for a record's page beside the navigation. */
export const useWideScreen = (): boolean => useMediaQuery("(width >= 80rem)");

/** Too narrow for a table. */
export const usePhoneScreen = (): boolean => useMediaQuery("(width < 40rem)");
