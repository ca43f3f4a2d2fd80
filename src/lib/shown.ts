/**
 * The moment when the opened page shows its main content: a kennel's data, or the sign-in form. Everything else is
 * loaded after that.
 */
import { whenQuiet } from "@/lib/quiet";

let tell: () => void = () => {};
const told = new Promise<void>((resolve) => (tell = resolve));

/** Reports that the first data, or the form, are on screen. */
export const tellShown = (): void => tell();

/** The placeholders that a page renders while its data are loading. */
const SHAPES = "main [role=status][aria-label^=Loading]";

/** Waits until no data of the page is loading. */
const untilNoShapes = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(SHAPES) === null) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

let shown: Promise<void> | null = null;

/** Waits until the page shows its main content. If a page never reports this, waits until the page is quiet. */
export function whenShown(): Promise<void> {
  shown ??= Promise.race([told.then(untilNoShapes), whenQuiet()]);
  return shown;
}
