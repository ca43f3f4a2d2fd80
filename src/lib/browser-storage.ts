/** Browser storage that may be forbidden or full. In that case reading returns null and writing does nothing. */
import { attempt } from "@/lib/failure-text";

/** Prefixes of storage keys that belong to an account. Other keys are settings of the device. */
const OF_ACCOUNT = ["studbook.greeting", "studbook.palette.recent.", "studbook.progesterone-laboratory"];

/** Prefixes of storage keys that a browser tab keeps for an account when the session expires. */
const OF_SESSION = ["studbook.draft.", "studbook.health-export."];

const forgetAll = (storage: Storage, beginnings: readonly string[]): void => {
  for (const key of Object.keys(storage)) {
    if (beginnings.some((beginning) => key.startsWith(beginning))) storage.removeItem(key);
  }
};

/** If the user signed out, unsent typed text is removed too. */
export function forgetAccount(hasLeft: boolean): void {
  attempt(() => forgetAll(localStorage, OF_ACCOUNT), undefined);
  if (hasLeft) attempt(() => forgetAll(sessionStorage, OF_SESSION), undefined);
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the text was stored. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // if storage cannot be changed, nothing was stored in it
  }
}
