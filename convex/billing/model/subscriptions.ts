/** The plans of people: paid plans, and plans that an operator granted. */
import type { Infer } from "convex/values";
import type { PlanType } from "../../../domain/billing/rules";
import { rankOf } from "../../../domain/billing/subscription";
import { fail } from "../../../domain/errors";
import { foldEmail } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { paidTierValidator } from "../tables/subscriptions";
import { findAccount } from "./billingAccounts";
import { isBillingOn } from "./paymentMode";

async function findGiven(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"subscriptions"> | null> {
  return await ctx.db
    .query("subscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

/** The larger of the paid plan and the granted plan. */
export async function planOf(ctx: QueryCtx, userId: Id<"users">): Promise<PlanType> {
  if (!isBillingOn()) return "self-hosted";
  const account = await findAccount(ctx, userId);
  const paid: PlanType = account && !account.hasEnded ? (account.subscription?.tier ?? "free") : "free";
  const given: PlanType = (await findGiven(ctx, userId))?.subscriptionTier ?? "free";
  return rankOf(given) > rankOf(paid) ? given : paid;
}

/** Null removes the grant. Throws NOT_FOUND. */
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
  const row = await findGiven(ctx, user._id);
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
