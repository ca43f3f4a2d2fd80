/**
 * The words that are on the page before the app has started (`index.html`). They stay until the app renders its
 * first real page, so that they do not disappear and reappear.
 */

let holders = 0;

const find = (): HTMLElement | null => document.getElementById("starting");

export const areStartWordsThere = (): boolean => find() !== null;

/** Keeps the words on the page until every caller has called the returned function. */
export function holdStartWords(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    // The component that replaces the caller may call holdStartWords at the same time, so the words are removed a
    // moment later.
    queueMicrotask(() => {
      if (holders === 0) find()?.remove();
    });
  };
}
