/** Decides by the environment's keys which payment provider is used, and whether plans limit anything. */
import { env } from "../../_generated/server";

/** The runtime creates sandbox keys with this prefix. */
const SANDBOX_KEY = "sk_test_sandbox_";

export type BillingMode = "sandbox" | "test" | "live";

/** Returns null without a key. */
export function paymentMode(): BillingMode | null {
  const key = env.STRIPE_SECRET_KEY ?? "";
  if (key === "") return null;
  if (key.startsWith(SANDBOX_KEY)) return "sandbox";
  return /^[a-z]+_test_/.test(key) ? "test" : "live";
}

/**
 * The operator's setting decides or, without such a setting, whether a plan can be bought. Source: decision
 * GAP-BILL-17.
 */
export const isBillingOn = (): boolean =>
  env.STUDBOOK_BILLING === "off" ? false : env.STUDBOOK_BILLING === "on" || paymentMode() !== null;
