/**
 * What the breeder went to pay for and what that was to make room for, kept in this tab while the browser is on the
 * provider's pages. A browser without storage has a less exact word on return, and goes on by itself.
 */
import { isPaidTier } from "@domain/billing/subscription";
import type { PaidTier } from "@domain/billing/rules";

const KEY = "studbook.askedUpgrade";

interface Asked {
  readonly tier: PaidTier | null;
  /** The screen to go on with, by its path within the kennel. */
  readonly goOnAt: string | null;
}

const NOTHING: Asked = { tier: null, goOnAt: null };

/** Keeps what is asked for. */
export function rememberUpgrade(asked: Asked): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(asked));
  } catch {
    // Storage can be switched off.
  }
}

/** Returns what was asked for last. */
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

/** Forgets what was begun, once it is gone on with. */
export function forgetBegun(): void {
  rememberUpgrade({ ...askedUpgrade(), goOnAt: null });
}
