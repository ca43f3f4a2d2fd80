/**
 * Fetches Studbook's own fonts. They are as large as a page's code, so on a slow line they would keep the first data
 * waiting; where the browser has them already they are taken at once.
 */
import { fetchLate } from "@/lib/fetch-late";
import { whenShown } from "@/lib/shown";

/** Fetches the fonts in their turn; never fails. */
export async function fetchFonts(): Promise<void> {
  // A page that a service worker opened has its files on the device.
  const areKept = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  if (!areKept) await whenShown();
  await fetchLate(async () => await import("@/fonts.css"));
}
