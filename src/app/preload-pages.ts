/**
 * Fetches the code of the pages before it is asked for: one page after the other in quiet moments, and a page at once
 * when somebody's finger or pointer is on the way to it. The first page itself is never kept waiting by it.
 */
import { isValidElement, type ReactNode } from "react";
import { navigationEntries as pages } from "@/app/screens";

/** Fetches the code of a page; a failure shows when the page is drawn. */
export async function fetchCode(page: ReactNode): Promise<void> {
  if (!isValidElement(page)) return;
  // What is no page that comes later, such as React's own elements, has none.
  const { fetch } = page.type as { fetch?: () => Promise<void> };
  await fetch?.().catch(() => undefined);
}

/** How long the opened page has the connection and the processor for itself. */
const QUIET_BEFORE_MS = 8000;

type Connection = { saveData?: boolean };

/** Whether the breeder has asked their browser to save data; not every browser knows the setting. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true;
}

/** Fetches one page's code. */
export function preloadPage(path: string): void {
  void fetchCode(pages.find((page) => page.path === path)?.element);
}

/** Fetches all of them one by one when the browser has nothing else to do; returns how to stop that. */
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
