/**
 * What the browser's Back button does while something is open over the page: the same as Escape. The topmost
 * dialog, sheet or menu closes, or asks about typed text, and the page stays. If closing is itself a step in the
 * history, as for a dog's page, Back takes that step.
 */
const OPEN_LAYER = ["dialog", "alertdialog", "menu", "listbox"]
  .map((role) => `[role="${role}"][data-state="open"]`)
  .join();

export const isAnythingOpen = (): boolean => document.querySelector(OPEN_LAYER) !== null;

let isOwnStep = false;

/**
 * Must be called before the app itself takes a step in the history. An open dialog then does not prevent the step.
 */
export function announceOwnStep(): void {
  isOwnStep = true;
}

/** Returns whether the app announced the current step. The next step is the user's again. */
export function takeOwnStep(): boolean {
  const wasOwn = isOwnStep;
  isOwnStep = false;
  return wasOwn;
}

let closing: { changesAddress: boolean } | null = null;

/**
 * Returns whether the Back button is closing the topmost layer at this moment. The browser then takes the step,
 * and the caller must not change the address.
 */
export function standsForBack(): boolean {
  if (closing) closing.changesAddress = true;
  return closing !== null;
}

/**
 * Closes the topmost dialog, sheet or menu, as Escape does. Returns whether Back must close it instead, by changing
 * the address.
 */
export function closeTopmost(): boolean {
  const attempt = { changesAddress: false };
  closing = attempt;
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(escape);
  closing = null;
  return attempt.changesAddress;
}
