/**
 * The moment when the opened page shows its main content: a kennel's data, or the sign-in form. Everything else is
 * loaded after that.
 */
import { whenQuiet } from "@/lib/quiet";

let tell: () => void = () => {};
const told = new Promise<void>((resolve) => (tell = resolve));

/** Called when the first data or the form are on screen. */
export const tellShown = (): void => tell();

/** The placeholders that a page renders while its data are loading. */
const SHAPES = "main [role=status][aria-label^=Loading]";

const untilNoShapes = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(SHAPES) === null) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

let shown: Promise<void> | null = null;

/** If a page never calls `tellShown`, waits until the page is quiet. */
export function whenShown(): Promise<void> {
  shown ??= Promise.race([told.then(untilNoShapes), whenQuiet()]);
  return shown;
}
