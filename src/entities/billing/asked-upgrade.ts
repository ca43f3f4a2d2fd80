/**
 * What the breeder wanted to pay for and why, kept in this tab while the browser is on the provider's pages. A
 * browser without storage shows a less exact message on return, and nothing continues by itself.
 */
import { isPaidTier } from "@domain/billing/subscription";
import type { PaidTier } from "@domain/billing/rules";

const KEY = "studbook.askedUpgrade";

interface Asked {
  readonly tier: PaidTier | null;
  /** The screen to continue with, by its path within the kennel. */
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

/** Returns the last request. */
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

/** Forgets the request once it is continued. */
export function forgetBegun(): void {
  rememberUpgrade({ ...askedUpgrade(), goOnAt: null });
}
