/**
 * The words that are in the page before the app has started (`index.html`). They stay while the app itself has
 * nothing else to show, so that they do not vanish and come back, and disappear with the first real page.
 */

let holders = 0;

const find = (): HTMLElement | null => document.getElementById("starting");

/** Returns whether the words are still on the page. */
export const areStartWordsThere = (): boolean => find() !== null;

/** Keeps the words until everything that keeps them has called its returned function. */
export function holdStartWords(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    // Whatever takes over from one holder may itself hold the words, in the same moment.
    queueMicrotask(() => {
      if (holders === 0) find()?.remove();
    });
  };
}
