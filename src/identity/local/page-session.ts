/** The session store of this page, tied to the real server and to the browser's other tabs. */
import { accountApi } from "@/identity/local/account-api";
import { createSessionStore, type SessionStore } from "@/identity/local/session-store";

const CHANNEL_NAME = "studbook.identity";
/** A page that was hidden for less than this still knows its session. */
const STALE_AFTER_MS = 60_000;

export type PageSession = SessionStore & {
  /** Reads the session again when the page comes back into view; returns how to stop. */
  watchPage: () => () => void;
};

let store: PageSession | undefined;

/** Returns the page's session store. */
export function sessionStore(): PageSession {
  store ??= createPageSession();
  return store;
}

function createPageSession(): PageSession {
  const base = createSessionStore({ api: accountApi, channel: new BroadcastChannel(CHANNEL_NAME) });
  return { ...base, watchPage: () => watchPage(base) };
}

function watchPage(base: SessionStore): () => void {
  let hiddenAt = Date.now();
  const onVisibility = () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > STALE_AFTER_MS) void base.refresh();
  };
  // A page out of the back-forward cache missed what other tabs said.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) void base.refresh();
  };
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pageshow", onPageShow);
  };
}
