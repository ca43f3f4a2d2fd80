/**
 * The moment when the opened page shows what somebody came for: a kennel's data, or the form to sign in. What is not
 * needed for that is fetched after it.
 */
import { whenQuiet } from "@/lib/quiet";

let tell: () => void = () => {};
const told = new Promise<void>((resolve) => (tell = resolve));

/** Says that the first answers, or the form, are on the screen. */
export const tellShown = (): void => tell();

/** What a page draws in the place of data that is on its way. */
const SHAPES = "main [role=status][aria-label^=Loading]";

/** Waits until none of the page's data is on its way. */
const untilNoShapes = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(SHAPES) === null) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

let shown: Promise<void> | null = null;

/** Waits until it does; a page that never says so is waited for until it is quiet. */
export function whenShown(): Promise<void> {
  shown ??= Promise.race([told.then(untilNoShapes), whenQuiet()]);
  return shown;
}
