/**
 * Puts the service worker in place as soon as the page shows its first data, and tells when a newer version waits. Nobody's page is
 * changed under their hands: the new version takes over when the breeder says so, or by itself at a later start where
 * no other page is open.
 */
import { useEffect } from "react";
import { offerReload, ownScript } from "@/lib/offer-reload";
import { whenShown } from "@/lib/shown";
import type { Workbox } from "workbox-window";

/** How long a waiting version gets to take over by itself before the breeder is asked. */
const TAKE_OVER_MS = 2000;

/** A page that comes back into sight looks for a new version, but not more often than this. */
const LOOK_INTERVAL_MS = 30 * 60_000;

/** The paths of the files that the page has fetched, which are the first to be kept. */
const loadedPaths = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);

function watch(workbox: Workbox): void {
  let isReloading = false;
  // The first worker of all comes to pages that have none; what it was at their start is not enough to know.
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
  // Not after the pictures, for which a slow line needs long.
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
    // In development every change is there at once, and nothing may be kept.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const stopping = new AbortController();
    // Where workers are forbidden, as in some private windows, the app works without.
    void whenShown()
      .then(() => start(stopping.signal))
      .catch(() => undefined);
    return () => stopping.abort();
  }, []);
  return null;
}
