/**
 * What the browser's Back means while something is open over the page: what Escape means there. The topmost dialog, sheet
 * or menu closes, or asks about what was typed, and the page stays. Where closing is a step of the address anyway, as with
 * a dog's page, Back is that step.
 */
const OPEN_LAYER = ["dialog", "alertdialog", "menu", "listbox"]
  .map((role) => `[role="${role}"][data-state="open"]`)
  .join();

/** Whether anything is open over the page. */
export const isAnythingOpen = (): boolean => document.querySelector(OPEN_LAYER) !== null;

let isOwnStep = false;

/** Announces that the app itself goes back or forward, which nothing that is open holds up. */
export function announceOwnStep(): void {
  isOwnStep = true;
}

/** Returns whether the step that is being taken was announced; the next one is the visitor's again. */
export function takeOwnStep(): boolean {
  const wasOwn = isOwnStep;
  isOwnStep = false;
  return wasOwn;
}

let closing: { changesAddress: boolean } | null = null;

/** Returns whether a change of the address is how the topmost closes under Back; the browser's own step stands for it. */
export function standsForBack(): boolean {
  if (closing) closing.changesAddress = true;
  return closing !== null;
}

/** Closes the topmost of what is open, as Escape does; returns whether Back itself has to do it, by the address. */
export function closeTopmost(): boolean {
  const attempt = { changesAddress: false };
  closing = attempt;
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(escape);
  closing = null;
  return attempt.changesAddress;
}
