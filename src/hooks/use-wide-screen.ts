/** A media query of the window that follows changes of the window's size. */
import { useCallback, useSyncExternalStore } from "react";

/** Returns whether the window matches a media query. */
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

/** Returns whether the window is at least 1280 px wide, with room for a record's page beside the navigation. */
export const useWideScreen = (): boolean => useMediaQuery("(width >= 80rem)");

/** Returns whether the window is less than 640 px wide, which is too narrow for a table. */
export const usePhoneScreen = (): boolean => useMediaQuery("(width < 40rem)");
