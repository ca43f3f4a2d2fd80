/** Offers to load the page again where the server has another version of it by now, in one message for all who notice. */
import { pageToastId, toast } from "@/lib/toast";

const TOAST_ID = pageToastId("new-version");

/** Shows the offer until the breeder takes it or closes it. */
export function offerReload(text: string, reload: () => void = () => window.location.reload()): void {
  toast.info(text, { id: TOAST_ID, duration: Infinity, action: { label: "Reload", onClick: reload } });
}

/** The script that this page was started with, by which a worker knows whether the page is of its version. */
export const ownScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "";

/** Whether the server has a file no longer: hosts of files alone send the app's own page for whatever they do not have. */
const isGone = ({ status, ok, headers }: Response): boolean =>
  status === 404 || (ok && headers.get("content-type")?.startsWith("text/html") === true);

let isOffered = false;

/** Offers the new version, once, where the server no longer has the script that this page was started with. */
export async function offerIfReplaced(): Promise<void> {
  const script = ownScript();
  if (isOffered || script === "") return;
  // What the service worker keeps is kept under its address alone.
  const asked = fetch(`${script}?is-there`, { method: "HEAD", cache: "no-store" });
  const isReplaced = await asked.then(isGone).catch(() => false); // the line is down
  if (!isReplaced || isOffered) return;
  isOffered = true;
  offerReload("A new version is ready");
}

/** Looks for a new version whenever code cannot be fetched that comes later, which the build says of every `import(…)`. */
export const offerWhenReplaced = (): void =>
  window.addEventListener("vite:preloadError", () => void offerIfReplaced());
