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

let isOffered = false;

/** Offers the new version, once, where the server no longer has the script that this page was started with. */
export async function offerIfReplaced(): Promise<void> {
  const script = ownScript();
  if (isOffered || script === "") return;
  // What the service worker keeps is kept under its address alone.
  const asked = fetch(`${script}?is-there`, { method: "HEAD", cache: "no-store" });
  const status = await asked.then((response) => response.status).catch(() => 0); // the line is down
  if (status !== 404 || isOffered) return;
  isOffered = true;
  offerReload("A new version is ready");
}
