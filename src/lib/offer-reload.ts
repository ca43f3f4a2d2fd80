/** Offers to reload the page if the server has another version of the app. Several callers share one message. */
import { pageToastId, toast } from "@/lib/toast";

const TOAST_ID = pageToastId("new-version");

export function offerReload(text: string, reload: () => void = () => window.location.reload()): void {
  toast.info(text, { id: TOAST_ID, duration: Infinity, action: { label: "Reload", onClick: reload } });
}

/** The last script of this page. A service worker uses it to check whether the page has the worker's version. */
export const ownScript = (): string =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].at(-1)?.src ?? "";

/**
 * Returns whether the server no longer has a file. Static hosts return the app's own page for every missing file.
 */
const isGone = ({ status, ok, headers }: Response): boolean =>
  status === 404 || (ok && headers.get("content-type")?.startsWith("text/html") === true);

let isOffered = false;

export async function offerIfReplaced(): Promise<void> {
  const script = ownScript();
  if (isOffered || script === "") return;
  // The service worker stores files under their exact address. With a query string, it therefore asks the server.
  const asked = fetch(`${script}?is-there`, { method: "HEAD", cache: "no-store" });
  const isReplaced = await asked.then(isGone).catch(() => false); // without a connection, nothing is known
  if (!isReplaced || isOffered) return;
  isOffered = true;
  offerReload("A new version is ready");
}

/**
 * Looks for a new version whenever code that loads on demand cannot be loaded. The build reports this for every
 * `import(…)`.
 */
export const offerWhenReplaced = (): void =>
  window.addEventListener("vite:preloadError", () => void offerIfReplaced());
