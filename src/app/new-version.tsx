/**
 * Registers the service worker once the page shows its first data, and says when a newer version waits. No open
 * page changes: the new version takes over when the breeder agrees, or at a later start without another open page.
 */
import { useEffect } from "react";
import { offerReload, ownScript } from "@/lib/offer-reload";
import { whenShown } from "@/lib/shown";
import type { Workbox } from "workbox-window";

/** How long a waiting version may try to take over before the breeder is asked. */
const TAKE_OVER_MS = 2000;

/** The shortest time between two looks for a new version when a page becomes visible. */
const LOOK_INTERVAL_MS = 30 * 60_000;

/** The paths of the files that the page has loaded, which are cached first. */
const loadedPaths = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);

function watch(workbox: Workbox): void {
  let isReloading = false;
  // The first worker ever comes to pages without one; the files at their start are not all.
  let hadWorker = navigator.serviceWorker.controller !== null;
  workbox.addEventListener("controlling", ({ isExternal }) => {
    if (isReloading) window.location.reload();
    else if (hadWorker && isExternal) offerReload("Studbook was updated in another window");
    hadWorker = true;
  });
  workbox.addEventListener("waiting", ({ sw }) => {
    sw?.postMessage({ type: "LOADED", script: ownScript() });
    setTimeout(() => {
      if (sw?.state !== "installed") return;
      offerReload("A new version is ready", () => {
        isReloading = sw.state === "installed";
        if (isReloading) workbox.messageSkipWaiting();
        else window.location.reload(); // another window was quicker
      });
    }, TAKE_OVER_MS);
  });
}

async function start(stop: AbortSignal): Promise<void> {
  const { Workbox: Made } = await import("workbox-window");
  if (stop.aborted) return;
  const workbox = new Made("/service-worker.js");
  watch(workbox);
  // Not after the pictures, which take long on a slow line.
  await workbox.register({ immediate: true });
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || !navigator.onLine || Math.abs(Date.now() - lookedAt) < LOOK_INTERVAL_MS) return;
    lookedAt = Date.now();
    void workbox.update().catch(() => undefined); // the next look finds it
  };
  document.addEventListener("visibilitychange", look, { signal: stop });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "KEEP_REST", loaded: loadedPaths() });
}

/** Renders nothing. */
export function NewVersion() {
  useEffect(() => {
    // In development changes must appear at once, so nothing may be cached.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const stopping = new AbortController();
    // Where workers are forbidden, as in some private windows, the app works without one.
    void whenShown()
      .then(() => start(stopping.signal))
      .catch(() => undefined);
    return () => stopping.abort();
  }, []);
  return null;
}
