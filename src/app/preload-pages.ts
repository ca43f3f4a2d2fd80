/** Fetches the code of the pages in a quiet moment, so that opening one later needs no wait. */

const pages = [
  () => import("@/features/dogs/dogs-page"),
  () => import("@/features/breeding/breeding-page"),
  () => import("@/features/health/health-screen"),
  () => import("@/features/reminders/reminders-page"),
  () => import("@/features/settings/settings-page"),
];

/** Fetches them when the browser has nothing else to do; a failure shows when the page is opened. */
export function preloadPages(): () => void {
  if (typeof window.requestIdleCallback !== "function") return () => {};
  const handle = window.requestIdleCallback(() => {
    void Promise.allSettled(pages.map((load) => load()));
  });
  return () => window.cancelIdleCallback(handle);
}
