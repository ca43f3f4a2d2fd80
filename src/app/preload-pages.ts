/**
 * Loads the code of pages in advance, one page after another while the browser is idle. When a finger or pointer
 * comes near a link, loads the code of its page immediately. The opened page never waits for this loading.
 */
import { isValidElement, type ReactNode } from "react";
import { navigationEntries as pages } from "@/app/screens";

/** A failed load is reported only when the page is rendered. */
export async function fetchCode(page: ReactNode): Promise<void> {
  if (!isValidElement(page)) return;
  // Components without their own code file, such as React's elements, need no loading.
  const { fetch } = page.type as { fetch?: () => Promise<void> };
  await fetch?.().catch(() => undefined);
}

/** During this time, the opened page can use the whole connection and processor. */
const QUIET_BEFORE_MS = 8000;

type Connection = { saveData?: boolean };

/** Not every browser has this setting. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true;
}

export function preloadPage(path: string): void {
  void fetchCode(pages.find((page) => page.path === path)?.element);
}

/** Loads while the browser is idle. Returns a function that stops the loading. */
export function preloadPages(): () => void {
  if (typeof window.requestIdleCallback !== "function" || savesData()) return () => {};
  let handle = 0;
  const loadFrom = (position: number) => {
    const page = pages[position];
    if (!page) return;
    handle = window.requestIdleCallback(() => {
      void fetchCode(page.element).then(() => {
        if (handle !== 0) loadFrom(position + 1);
      });
    });
  };
  const timer = setTimeout(() => loadFrom(0), QUIET_BEFORE_MS);
  return () => {
    clearTimeout(timer);
    window.cancelIdleCallback(handle);
    handle = 0;
  };
}
