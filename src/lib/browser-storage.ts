/** Browser storage that may be forbidden or full: reading then gives null and writing does nothing. */
import { attempt } from "@/lib/failure-text";

/** Beginnings of the names of what holds words of an account; the others are choices of the device. */
const OF_ACCOUNT = ["studbook.greeting", "studbook.palette.recent.", "studbook.progesterone-laboratory"];

/** Beginnings of the names of what a tab keeps for an account whose session may only have ended. */
const OF_SESSION = ["studbook.draft.", "studbook.health-export."];

const forgetAll = (storage: Storage, beginnings: readonly string[]): void => {
  for (const key of Object.keys(storage)) {
    if (beginnings.some((beginning) => key.startsWith(beginning))) storage.removeItem(key);
  }
};

/** Forgets what belonged to the account that was signed in; where they left on purpose, also what they typed and did not send. */
export function forgetAccount(hasLeft: boolean): void {
  attempt(() => forgetAll(localStorage, OF_ACCOUNT), undefined);
  if (hasLeft) attempt(() => forgetAll(sessionStorage, OF_SESSION), undefined);
}

/** Reads a remembered text. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text, and tells whether that worked. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a remembered text. */
export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could be remembered either.
  }
}
