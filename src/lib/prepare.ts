/**
 * Work that would delay the first page, done while it waits for the server: the style sheet's classes are parsed,
 * and the browser's time zone data is loaded.
 */
import { cn } from "@/lib/utils";

const works: readonly (() => unknown)[] = [
  () => cn("flex"),
  () => Intl.DateTimeFormat().resolvedOptions().timeZone,
];

/** Does one piece of work after another, each when the browser is idle. */
export function prepareInPauses(): void {
  for (const work of works) setTimeout(work);
}
