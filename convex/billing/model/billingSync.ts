/**
 * Copies the state of subscriptions from the payment provider. A webhook only says that something has changed; the
 * state itself is then loaded from the provider. Events may therefore arrive twice, late and in any order. Loads
 * can overlap. Each load gets a number before it begins, and the result with the highest number is kept. Every
 * change has its own event, and the load for that event begins after the change. The newest result therefore
 * contains the last change.
 *   event ──beginSync──► number n ──load──► finishSync(n): saved if nothing newer is saved
 */
import { v, type ObjectType } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settledNow } from "../../platform/model/changes/settledTime";
import { paidSubscriptionValidator } from "../tables/billingAccounts";
import { findByCustomer } from "./billingAccounts";

async function isKnownEvent(ctx: QueryCtx, eventId: string): Promise<boolean> {
  const row = await ctx.db
    .query("stripeEvents")
    .withIndex("by_event", (q) => q.eq("eventId", eventId))
    .first();
  return row !== null;
}

/** Returns null if the event was already handled or concerns no user of Studbook. */
export async function beginSync(
  ctx: MutationCtx,
  stripeCustomerId: string,
  eventId: string,
): Promise<number | null> {
  const row = await findByCustomer(ctx, stripeCustomerId);
  if (!row || (await isKnownEvent(ctx, eventId))) return null;
  const asked = row.asked + 1;
  await ctx.db.patch("billingAccounts", row._id, { asked });
  return asked;
}

export const fetchedArgs = {
  stripeCustomerId: v.string(),
  /** The number comes from `beginSync`. */
  number: v.number(),
  /** Null if the customer has no subscription to our tiers. */
  subscription: v.union(paidSubscriptionValidator, v.null()),
  event: v.object({ id: v.string(), type: v.string() }),
};

/** An older state is not saved. The event is marked as handled. */
export async function finishSync(
  ctx: MutationCtx,
  { stripeCustomerId, number, subscription, event }: ObjectType<typeof fetchedArgs>,
): Promise<null> {
  if (!(await isKnownEvent(ctx, event.id))) {
    await ctx.db.insert("stripeEvents", { eventId: event.id, type: event.type });
  }
  const row = await findByCustomer(ctx, stripeCustomerId);
  if (!row || number <= row.kept) return null;
  const worksUntil = subscription?.worksUntil ?? null;
  const hasEnded = worksUntil !== null && worksUntil <= (await settledNow(ctx));
  await ctx.db.patch("billingAccounts", row._id, {
    subscription,
    hasEnded,
    kept: number,
    updatedAt: Date.now(),
  });
  if (worksUntil !== null && !hasEnded) {
    await ctx.scheduler.runAt(worksUntil, internal.billing.billing.endPlan, {
      accountId: row._id,
      worksUntil,
    });
  }
  return null;
}

const HOUR_MS = 3_600_000;

/**
 * Nothing happens if the subscription has changed since this call was scheduled. If the clock was ahead and the
 * call runs too early, the plan continues.
 */
export async function endPlan(
  ctx: MutationCtx,
  accountId: Id<"billingAccounts">,
  worksUntil: number,
): Promise<null> {
  const row = await ctx.db.get("billingAccounts", accountId);
  if (row?.subscription?.worksUntil !== worksUntil) return null;
  if ((await settledNow(ctx)) < worksUntil) {
    const lookAgainAt = Math.max(worksUntil, Date.now() + HOUR_MS);
    await ctx.scheduler.runAt(lookAgainAt, internal.billing.billing.endPlan, { accountId, worksUntil });
    return null;
  }
  await ctx.db.patch("billingAccounts", accountId, { hasEnded: true, updatedAt: Date.now() });
  return null;
}
