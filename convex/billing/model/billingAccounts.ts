/** People as customers of the payment provider: finds, saves and deletes their customer ids and open checkouts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { paymentMode, type BillingMode } from "./paymentMode";

export async function findAccount(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"billingAccounts"> | null> {
  const mode = paymentMode();
  if (mode === null) return null;
  return await ctx.db
    .query("billingAccounts")
    .withIndex("by_user_and_mode", (q) => q.eq("userId", userId).eq("mode", mode))
    .unique();
}

/** An id that is already saved is not replaced. */
export async function keepCustomer(
  ctx: MutationCtx,
  userId: Id<"users">,
  mode: BillingMode,
  stripeCustomerId: string,
): Promise<string> {
  const row = await ctx.db
    .query("billingAccounts")
    .withIndex("by_user_and_mode", (q) => q.eq("userId", userId).eq("mode", mode))
    .unique();
  if (row) return row.stripeCustomerId;
  await ctx.db.insert("billingAccounts", {
    userId,
    mode,
    stripeCustomerId,
    checkoutId: null,
    subscription: null,
    hasEnded: false,
    asked: 0,
    kept: 0,
    updatedAt: Date.now(),
  });
  return stripeCustomerId;
}

export async function findByCustomer(
  ctx: QueryCtx,
  stripeCustomerId: string,
): Promise<Doc<"billingAccounts"> | null> {
  const row = await ctx.db
    .query("billingAccounts")
    .withIndex("by_stripe_customer", (q) => q.eq("stripeCustomerId", stripeCustomerId))
    .unique();
  return row?.mode === paymentMode() ? row : null;
}

/** Also deletes the subscription stored for that customer. */
export async function forgetCustomer(ctx: MutationCtx, stripeCustomerId: string): Promise<null> {
  const row = await findByCustomer(ctx, stripeCustomerId);
  if (row) await ctx.db.delete("billingAccounts", row._id);
  return null;
}

/** Returns the previous checkout. */
export async function keepCheckout(
  ctx: MutationCtx,
  stripeCustomerId: string,
  checkoutId: string,
): Promise<string | null> {
  const row = await findByCustomer(ctx, stripeCustomerId);
  if (!row) return null;
  await ctx.db.patch("billingAccounts", row._id, { checkoutId });
  return row.checkoutId;
}
