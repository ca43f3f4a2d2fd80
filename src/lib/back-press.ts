/**
 * What the browser's Back means while something is open over the page: the same as Escape. The topmost dialog,
 * sheet or menu closes, or asks about typed text, and the page stays. If closing already is a step in the history,
 * as with a dog's page, Back is that step.
 */
const OPEN_LAYER = ["dialog", "alertdialog", "menu", "listbox"]
  .map((role) => `[role="${role}"][data-state="open"]`)
  .join();

/** Whether anything is open over the page. */
export const isAnythingOpen = (): boolean => document.querySelector(OPEN_LAYER) !== null;

let isOwnStep = false;

/** Announces a step in the history by the app itself, which nothing that is open may stop. */
export function announceOwnStep(): void {
  isOwnStep = true;
}

/** Returns whether the current step was announced; the next one is the user's again. */
export function takeOwnStep(): boolean {
  const wasOwn = isOwnStep;
  isOwnStep = false;
  return wasOwn;
}

let closing: { changesAddress: boolean } | null = null;

/** Returns whether Back closes the topmost by a change of the address; then the browser's own step does it. */
export function standsForBack(): boolean {
  if (closing) closing.changesAddress = true;
  return closing !== null;
}

/**
 * Closes the topmost dialog, sheet or menu, as Escape does; returns whether Back itself must do it by the address.
 */
export function closeTopmost(): boolean {
  const attempt = { changesAddress: false };
  closing = attempt;
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(escape);
  closing = null;
  return attempt.changesAddress;
}
