/**
 * The service worker. It stores the app's own files, so that the app opens without a connection, and shows push
 * notifications. It never handles data of the server; the page itself stores what one account has seen
 * (lib/last-seen). A new version waits until the user reloads. It replaces the old version immediately if no typed
 * text can be lost.
 */
import { matchPrecache, precacheAndRoute, cleanupOutdatedCaches } from "workbox-precaching";
import { answerPage, opensPage } from "./pages";
import { dataOf, noticeOf, type NoticeData } from "./push-message";
import { dropOldRest, keepRest, readRest } from "./rest";
import type { WorkerScope } from "./scope";

// The type library of pages does not describe this scope.
const worker = globalThis as unknown as WorkerScope;

/**
 * The files with which the app starts, with their versions, and the paths of its other files. The build inserts
 * them.
 */
declare const __STUDBOOK_FILES__: {
  shell: { url: string; revision: string | null }[];
  rest: string[];
};

const { shell } = __STUDBOOK_FILES__;
const rest: ReadonlySet<string> = new Set(__STUDBOOK_FILES__.rest);

cleanupOutdatedCaches();
precacheAndRoute(shell, { directoryIndex: "", cleanURLs: false });

// The first service worker is ready when it has the main files. A later one is ready when it also
// has all other files.
worker.addEventListener("install", (event) => {
  if (worker.registration.active) event.waitUntil(keepRest(rest));
});

worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), dropOldRest(rest)])),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin === worker.location.origin && search === "" && rest.has(pathname)) {
    event.respondWith(readRest(request));
  } else if (opensPage(request, worker.location.origin)) {
    event.respondWith(
      answerPage(
        () => fetch(request),
        () => matchPrecache("/index.html"),
      ),
    );
  }
});

const openWindows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Only if the only open page already has this version. */
async function takeOverWhereNothingIsLost(script: string): Promise<void> {
  const { pathname } = new URL(script, worker.location.href);
  const isCurrent = shell.some(({ url }) => url === pathname);
  if (isCurrent && (await openWindows()).length <= 1) await worker.skipWaiting();
}

worker.addEventListener("message", (event) => {
  const { data } = event;
  if (typeof data !== "object" || data === null || !("type" in data)) return;
  // Files that cannot be fetched now are fetched at the next start.
  if (data.type === "KEEP_REST" && "loaded" in data && Array.isArray(data.loaded)) {
    const first = data.loaded.filter(
      (path: unknown) => typeof path === "string" && rest.has(path),
    ) as string[];
    event.waitUntil(keepRest(new Set([...first, ...rest])).catch(() => undefined));
  }
  if (data.type === "SKIP_WAITING") event.waitUntil(worker.skipWaiting());
  if (data.type === "LOADED" && "script" in data && typeof data.script === "string") {
    event.waitUntil(takeOverWhereNothingIsLost(data.script));
  }
});

const messageOf = (data: { json: () => unknown } | null): unknown => {
  try {
    return data?.json();
  } catch {
    return null; // The message is not JSON, so it does not come from this server. The browser still requires a notification.
  }
};

worker.addEventListener("push", (event) => {
  const { title, options } = noticeOf(messageOf(event.data));
  event.waitUntil(worker.registration.showNotification(title, options));
});

/** An open window is preferred, which keeps typed text. */
async function open(url: string): Promise<void> {
  const [page] = await openWindows();
  if (!page || new URL(url).origin !== worker.location.origin) {
    await worker.clients.openWindow(url);
    return;
  }
  await page.focus();
  page.postMessage({ type: "OPEN", url });
}

/** If the call fails, opens the button's page, which says why. */
async function act(address: string): Promise<void> {
  const isOwn = new URL(address).origin === worker.location.origin;
  try {
    const answer = await fetch(address, { method: "POST", mode: isOwn ? "same-origin" : "no-cors" });
    // For a response from another origin, the worker only learns that it arrived.
    if (answer.ok || answer.type === "opaque") return;
  } catch {
    // Without a connection, the page says so and offers to try again.
  }
  await worker.clients.openWindow(address);
}

const answerTap = async (action: string, { url, complete, snooze }: NoticeData): Promise<void> => {
  if (action === "complete" && complete !== null) await act(complete);
  else if (action === "snooze" && snooze !== null) await act(snooze);
  else await open(url ?? new URL("/dashboard/reminders", worker.location.href).href);
};

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(answerTap(event.action, dataOf(event.notification.data)));
});
