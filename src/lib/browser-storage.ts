/** Browser storage that may be forbidden or full: reading then returns null and writing does nothing. */
import { attempt } from "@/lib/failure-text";

/** Key prefixes of what belongs to an account; other keys are settings of the device. */
const OF_ACCOUNT = ["studbook.greeting", "studbook.palette.recent.", "studbook.progesterone-laboratory"];

/** Key prefixes of what a tab keeps for an account whose session may merely have ended. */
const OF_SESSION = ["studbook.draft.", "studbook.health-export."];

const forgetAll = (storage: Storage, beginnings: readonly string[]): void => {
  for (const key of Object.keys(storage)) {
    if (beginnings.some((beginning) => key.startsWith(beginning))) storage.removeItem(key);
  }
};

/**
 * Removes what belonged to the account that was signed in; after signing out on purpose, also typed text that was
 * not sent.
 */
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

/** Stores a text, and returns whether that worked. */
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
    // Then nothing could have been stored either.
  }
}
