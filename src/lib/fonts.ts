/**
 * Loads Studbook's own fonts. They are as large as a page's code, so on a slow connection they would delay the
 * first data. Fonts that the browser already has are used immediately.
 */
import { fetchLate } from "@/lib/fetch-late";
import { whenShown } from "@/lib/shown";

/** Waits until the page no longer needs the connection. Never fails. */
export async function fetchFonts(): Promise<void> {
  // If a service worker has opened the page, the fonts are already on the device.
  const areKept = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  if (!areKept) await whenShown();
  await fetchLate(async () => await import("@/fonts.css"));
}
