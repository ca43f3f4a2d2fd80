/**
 * Fetches Studbook's own fonts. They are as large as a page's code, so on a slow connection they would delay the
 * first data; if the browser already has them they are used at once.
 */
import { fetchLate } from "@/lib/fetch-late";
import { whenShown } from "@/lib/shown";

/** Fetches the fonts when it is their turn; never fails. */
export async function fetchFonts(): Promise<void> {
  // A page opened by a service worker has its files on the device.
  const areKept = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  if (!areKept) await whenShown();
  await fetchLate(async () => await import("@/fonts.css"));
}
