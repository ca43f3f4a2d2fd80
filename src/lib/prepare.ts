/**
 * Work that would delay the first page. It is done while the page waits for the server: parsing the style sheet's
 * classes, and loading the browser's time zone data.
 */
import { ownTimeZone } from "@/lib/time-zone";
import { cn } from "@/lib/utils";

const works: readonly (() => unknown)[] = [() => cn("flex"), ownTimeZone];

/** Runs one task after another. Each task starts when the browser is idle. */
export function prepareInPauses(): void {
  for (const work of works) setTimeout(work);
}
