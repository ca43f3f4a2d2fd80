/** The plans of people: which one somebody has, and giving one. */
import type { Infer } from "convex/values";
import type { PlanType } from "../../domain/constants/billing";
import { fail } from "../../domain/errors";
import { foldEmail } from "../../domain/text/text";
import type { Doc, Id } from "../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../_generated/server";
import type { paidTierValidator } from "../tables/subscriptions";

/**
 * Whether plans limit anything. An instance takes no payment unless its operator says so, and then nobody is
 * limited: decision GAP-BILL-17.
 */
const isBillingOn = (): boolean => env.STUDBOOK_BILLING === "on";

async function findSubscription(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"subscriptions"> | null> {
  return await ctx.db
    .query("subscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

/** Answers the plan that somebody has. */
export async function planOf(ctx: QueryCtx, userId: Id<"users">): Promise<PlanType> {
  if (!isBillingOn()) return "self-hosted";
  return (await findSubscription(ctx, userId))?.subscriptionTier ?? "free";
}

/** Gives the person with that address a plan, or with null the free one; throws NOT_FOUND. */
export async function setPlan(
  ctx: MutationCtx,
  email: string,
  tier: Infer<typeof paidTierValidator> | null,
): Promise<null> {
  const user = await ctx.db
    .query("users")
    .withIndex("by_email_key", (q) => q.eq("emailKey", foldEmail(email)))
    .first();
  if (!user) fail("NOT_FOUND");
  const row = await findSubscription(ctx, user._id);
  if (row) await ctx.db.delete("subscriptions", row._id);
  if (tier !== null) {
    await ctx.db.insert("subscriptions", {
      userId: user._id,
      subscriptionTier: tier,
      updatedAt: Date.now(),
    });
  }
  return null;
}
