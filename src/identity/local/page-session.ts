/** This page's session store, connected to the server and to the browser's other tabs. */
import { accountApi } from "@/identity/local/account-api";
import { createSessionStore, type SessionStore } from "@/identity/local/session-store";
import { tellUnreached } from "@/identity/offline/unreached";

const CHANNEL_NAME = "studbook.identity";
/** A page that was hidden for less than this time need not read its session again. */
const STALE_AFTER_MS = 60_000;

export type PageSession = SessionStore & {
  /** Returns a function that stops the watching. */
  watchPage: () => () => void;
};

let store: PageSession | undefined;

export function sessionStore(): PageSession {
  store ??= createPageSession();
  return store;
}

function createPageSession(): PageSession {
  const base = createSessionStore({
    api: accountApi,
    channel: new BroadcastChannel(CHANNEL_NAME),
    onUnreached: tellUnreached,
  });
  return { ...base, watchPage: () => watchPage(base) };
}

/** The shortest session timeout is three times as long. */
const ACTIVITY_MS = 5 * 60_000;

/** Prevents a timeout of the session while the page is in use, even if the clock was set back. */
function watchActivity(base: SessionStore): () => void {
  let toldAt = Date.now();
  const onActivity = () => {
    if (base.getState().status !== "signedIn" || Math.abs(Date.now() - toldAt) < ACTIVITY_MS) return;
    toldAt = Date.now();
    accountApi.keepSession().catch(() => undefined);
  };
  const events = ["pointerdown", "keydown"] as const;
  for (const event of events) document.addEventListener(event, onActivity, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, onActivity);
  };
}

function watchPage(base: SessionStore): () => void {
  const stopActivity = watchActivity(base);
  let hiddenAt = Date.now();
  const onVisibility = () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Math.abs(Date.now() - hiddenAt) > STALE_AFTER_MS) void base.refresh();
  };
  // A page from the back-forward cache has missed the messages of other tabs.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) void base.refresh();
  };
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    stopActivity();
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pageshow", onPageShow);
  };
}
