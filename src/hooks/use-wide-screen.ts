/** How much room the window has; each follows the window's size. */
import { useSyncExternalStore } from "react";

/** Makes a hook that says whether the window is as a media query says. */
function mediaHook(condition: string): () => boolean {
  const list = (): MediaQueryList => window.matchMedia(condition);
  const subscribe = (onChange: () => void): (() => void) => {
    const query = list();
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  };
  return () => useSyncExternalStore(subscribe, () => list().matches);
}

/** Returns whether there is room for a record's page beside the navigation: at least 1280 px. */
export const useWideScreen = mediaHook("(width >= 80rem)");

/** Returns whether a table has no room: less than 640 px. */
export const usePhoneScreen = mediaHook("(width < 40rem)");
