/**
 * The words that stand in the page before the app has started (`index.html`). They stay where they are while the app
 * itself has nothing else to say, so that nobody sees them vanish and come back, and go with the first real page.
 */

let holders = 0;

const find = (): HTMLElement | null => document.getElementById("starting");

/** Returns whether the words still stand there. */
export const areStartWordsThere = (): boolean => find() !== null;

/** Keeps the words until the returned function is called by all who keep them. */
export function holdStartWords(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    // What takes over from one holder may be the next, in the same moment.
    queueMicrotask(() => {
      if (holders === 0) find()?.remove();
    });
  };
}
