/**
 * Fetches the code of the pages before it is asked for: one page after the other in quiet moments, and a page at once
 * when somebody's finger or pointer is on the way to it. The first page itself is never kept waiting by it.
 */
import { paths } from "@/app/paths";

const pages: readonly { path: string; load: () => Promise<unknown> }[] = [
  { path: paths.dogs, load: () => import("@/features/dogs/list/dogs-page") },
  { path: paths.breeding, load: () => import("@/features/breedings/breeding-page") },
  { path: paths.health, load: () => import("@/features/health/health-screen") },
  { path: paths.reminders, load: () => import("@/features/reminders/reminders-page") },
  { path: paths.history, load: () => import("@/features/history/history-page") },
  { path: paths.settings, load: () => import("@/app/settings-page") },
];

/** How long the opened page has the connection and the processor for itself. */
const QUIET_BEFORE_MS = 8000;

type Connection = { saveData?: boolean };

/** Whether the breeder has asked their browser to save data; not every browser knows the setting. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true;
}

/** Fetches one page's code; a failure shows when the page is opened. */
export function preloadPage(path: string): void {
  void pages
    .find((page) => page.path === path)
    ?.load()
    .catch(() => undefined);
}

/** Fetches all of them one by one when the browser has nothing else to do; returns how to stop that. */
export function preloadPages(): () => void {
  if (typeof window.requestIdleCallback !== "function" || savesData()) return () => {};
  let handle = 0;
  const loadFrom = (position: number) => {
    const page = pages[position];
    if (!page) return;
    handle = window.requestIdleCallback(() => {
      void page
        .load()
        .catch(() => undefined)
        .then(() => {
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
