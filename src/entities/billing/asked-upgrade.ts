/**
 * What the user wanted to buy and why, stored in this tab while the browser is on the provider's pages. In a
 * browser without storage, the message on return is less exact, and the user must start the action again.
 */
import { isPaidTier } from "@domain/billing/subscription";
import type { PaidTier } from "@domain/billing/rules";

const KEY = "studbook.askedUpgrade";

interface Asked {
  readonly tier: PaidTier | null;
  /** The path, within the kennel, of the screen on which the user continues. */
  readonly goOnAt: string | null;
}

const NOTHING: Asked = { tier: null, goOnAt: null };

export function rememberUpgrade(asked: Asked): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(asked));
  } catch {
    // browser storage may be switched off
  }
}

export function askedUpgrade(): Asked {
  try {
    const { tier, goOnAt } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return {
      tier: typeof tier === "string" && isPaidTier(tier) ? tier : null,
      goOnAt: typeof goOnAt === "string" && goOnAt.startsWith("/dashboard/") ? goOnAt : null,
    };
  } catch {
    return NOTHING;
  }
}

/** Called after the user has continued. */
export function forgetBegun(): void {
  rememberUpgrade({ ...askedUpgrade(), goOnAt: null });
}
