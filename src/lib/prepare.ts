/**
 * Work that the first page would be held up by, done while the server is waited for: the style sheet's classes are
 * learnt, and the browser's knowledge of time zones is fetched.
 */
import { cn } from "@/lib/utils";

const works: readonly (() => unknown)[] = [
  () => cn("flex"),
  () => Intl.DateTimeFormat().resolvedOptions().timeZone,
];

/** Does one piece of work after the other, each when nothing else is to be done at once. */
export function prepareInPauses(): void {
  for (const work of works) setTimeout(work);
}
