/**
 * Registers the service worker after the page has shown its first data, and tells the user when a newer version is
 * waiting. An open page never changes by itself. The new version starts when the user agrees, or when the app is
 * opened later and no other page is open.
 */
import { useEffect } from "react";
import { offerReload, ownScript } from "@/lib/offer-reload";
import { whenShown } from "@/lib/shown";
import type { Workbox } from "workbox-window";

/** If a waiting version has not started after this time, the user is asked. */
const TAKE_OVER_MS = 2000;

/** Limits the checks for a new version when a page becomes visible. */
const LOOK_INTERVAL_MS = 30 * 60_000;

/** The worker caches the files that the page has loaded first. */
const loadedPaths = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);

function watch(workbox: Workbox): void {
  let isReloading = false;
  // The very first worker starts while a page is open. That page later loads files that are not cached yet.
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
        else window.location.reload(); // another window has already activated the worker
      });
    }, TAKE_OVER_MS);
  });
}

async function start(stop: AbortSignal): Promise<void> {
  const { Workbox: Made } = await import("workbox-window");
  if (stop.aborted) return;
  const workbox = new Made("/service-worker.js");
  watch(workbox);
  // Pictures are not awaited, because they load slowly on a slow connection.
  await workbox.register({ immediate: true });
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || !navigator.onLine || Math.abs(Date.now() - lookedAt) < LOOK_INTERVAL_MS) return;
    lookedAt = Date.now();
    void workbox.update().catch(() => undefined); // the next check for a new version tries again
  };
  document.addEventListener("visibilitychange", look, { signal: stop });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "KEEP_REST", loaded: loadedPaths() });
}

export function NewVersion() {
  useEffect(() => {
    // During development, changes must appear immediately, so nothing may be cached.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const stopping = new AbortController();
    // Some private windows forbid service workers. The app works without them.
    void whenShown()
      .then(() => start(stopping.signal))
      .catch(() => undefined);
    return () => stopping.abort();
  }, []);
  return null;
}
