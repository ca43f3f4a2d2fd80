/**
 * Pays for the demo kennel's plan in the payments sandbox, as a breeder would: checkout, pay, wait for the webhook.
 */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { PLANS } from "../domain/billing/rules";

const TIER = "professional";
const SANDBOX = "/api/sandbox/payments/";
const WAIT_MS = 30_000;
const PAUSE_MS = 100;

/** Buys the plan that the kennel's dogs need; without limits, nothing is done. */
export async function payForPlan(
  client: ConvexHttpClient,
  kennelId: Id<"kennels">,
  origin: string,
): Promise<void> {
  const { limit } = await client.query(api.billing.billing.dogLimitCheck, { kennelId });
  if (limit === null) return;
  const own = process.env["STUDBOOK_ORIGIN"] || origin;
  const { url } = await client.action(api.billing.actions.payments.startCheckout, {
    kennelId,
    tier: TIER,
    successUrl: `${own}/dashboard?checkout=success`,
    cancelUrl: `${own}/dashboard?checkout=cancelled`,
  });
  const { pathname } = new URL(url);
  if (!pathname.startsWith(SANDBOX)) {
    throw new Error(
      "its plan would have to be paid for. Start without Stripe's keys, or with STUDBOOK_BILLING=off.",
    );
  }
  await fetch(`${origin}${pathname}/pay`, { method: "POST", redirect: "manual" });
  for (let waited = 0; waited < WAIT_MS; waited += PAUSE_MS) {
    const check = await client.query(api.billing.billing.dogLimitCheck, { kennelId });
    if (check.limit === PLANS[TIER].dogLimit) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error("its plan was paid for and did not change.");
}
