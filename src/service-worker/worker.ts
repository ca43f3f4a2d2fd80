/**
 * The service worker: keeps the app's own files, so that it opens without a connection, and shows push notifications.
 * It never touches an answer of the server: what a breeder has seen is kept by the page (lib/last-seen), for one
 * account alone. A new version waits until the breeder reloads, or takes over by itself where nothing is lost.
 */
import { matchPrecache, precacheAndRoute, cleanupOutdatedCaches } from "workbox-precaching";
import { answerPage, opensPage } from "./pages";
import { dataOf, noticeOf, type NoticeData } from "./push-message";
import type { WorkerScope } from "./scope";

// The global scope of a service worker, which the page's library does not describe.
const worker = globalThis as unknown as WorkerScope;

/** The app's files with their versions, written in by the build. */
declare const __STUDBOOK_FILES__: { url: string; revision: string | null }[];

const files = __STUDBOOK_FILES__;

cleanupOutdatedCaches();
precacheAndRoute(files, { directoryIndex: "", cleanURLs: false });

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  if (!opensPage(event.request, worker.location.origin)) return;
  event.respondWith(
    answerPage(
      () => fetch(event.request),
      () => matchPrecache("/index.html"),
    ),
  );
});

const openWindows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Takes over from the last version when the only open page is of this one already. */
async function takeOverWhereNothingIsLost(script: string): Promise<void> {
  const { pathname } = new URL(script, worker.location.href);
  const isCurrent = files.some(({ url }) => url === pathname);
  if (isCurrent && (await openWindows()).length <= 1) await worker.skipWaiting();
}

worker.addEventListener("message", (event) => {
  const { data } = event;
  if (typeof data !== "object" || data === null || !("type" in data)) return;
  if (data.type === "SKIP_WAITING") event.waitUntil(worker.skipWaiting());
  if (data.type === "LOADED" && "script" in data && typeof data.script === "string") {
    event.waitUntil(takeOverWhereNothingIsLost(data.script));
  }
});

const messageOf = (data: { json: () => unknown } | null): unknown => {
  try {
    return data?.json();
  } catch {
    return null; // not JSON, so not from this server; the browser still wants something shown
  }
};

worker.addEventListener("push", (event) => {
  const { title, options } = noticeOf(messageOf(event.data));
  event.waitUntil(worker.registration.showNotification(title, options));
});

/** Leads to a page of the app: in a page that is open, whose typed text stays, or in a new one. */
async function open(url: string): Promise<void> {
  const [page] = await openWindows();
  if (!page || new URL(url).origin !== worker.location.origin) {
    await worker.clients.openWindow(url);
    return;
  }
  await page.focus();
  page.postMessage({ type: "OPEN", url });
}

/** Does what a notification's button says; where that fails, the button's own page tells why. */
async function act(address: string): Promise<void> {
  const isOwn = new URL(address).origin === worker.location.origin;
  try {
    const answer = await fetch(address, { method: "POST", mode: isOwn ? "same-origin" : "no-cors" });
    // Of another origin nothing is told, but that it arrived.
    if (answer.ok || answer.type === "opaque") return;
  } catch {
    // No connection: the page says so, and can be tried again.
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
