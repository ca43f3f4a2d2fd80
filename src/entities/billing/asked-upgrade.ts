/** Which plan the breeder went to pay for, kept in this tab while the browser is on the provider's pages. */
import { isPaidTier } from "@domain/billing/subscription";
import type { PaidTier } from "@domain/billing/rules";

const KEY = "studbook.askedUpgrade";

/** Keeps the tier; a browser without storage only has a less exact word on return. */
export function rememberUpgrade(tier: PaidTier): void {
  try {
    sessionStorage.setItem(KEY, tier);
  } catch {
    // Storage can be switched off.
  }
}

/** Returns the tier that was asked for last, or null. */
export function askedUpgrade(): PaidTier | null {
  try {
    const tier = sessionStorage.getItem(KEY) ?? "";
    return isPaidTier(tier) ? tier : null;
  } catch {
    return null;
  }
}
