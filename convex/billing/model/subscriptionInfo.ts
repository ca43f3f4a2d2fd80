/** The details of a plan that users see: tier, state, usage and price. Source: documents 000 section 3. */
import { v, type Infer } from "convex/values";
import { PLAN_TYPES, PLANS, SUBSCRIPTION_STATUSES, type PlanType } from "../../../domain/billing/rules";
import { priceText } from "../../../domain/billing/dog-limit";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findAccount } from "./billingAccounts";
import { countDogsOf } from "./dogLimit";
import type { Access } from "../../platform/model/people/identity";
import { hasPermission } from "../../../domain/permissions/permissions";
import { requireKennel } from "../../platform/model/people/kennels";
import { spend } from "../../platform/model/people/limits";
import { checkOwnAddresses } from "../../platform/model/people/ownAddresses";
import { paymentMode, type BillingMode } from "./paymentMode";
import { planOf } from "./subscriptions";
import { billingModeValidator } from "../tables/billingAccounts";
import { getOrFail } from "../../platform/model/paging/rows";

export const subscriptionShape = v.object({
  subscriptionTier: v.union(...PLAN_TYPES.map((type) => v.literal(type))),
  subscriptionStatus: v.union(...SUBSCRIPTION_STATUSES.map((status) => v.literal(status))),
  dogCount: v.number(),
  dogLimit: v.union(v.number(), v.null()),
  currentPeriodEnd: v.union(v.number(), v.null()),
  /** Null for users who may not manage the plan. */
  stripeCustomerId: v.union(v.string(), v.null()),
  planInfo: v.object({ name: v.string(), priceFormatted: v.string() }),
  /** When the plan ends if nothing changes. */
  worksUntil: v.union(v.number(), v.null()),
  /** Whether payments are only simulated; null if no plan can be bought. */
  isTestMode: v.union(v.boolean(), v.null()),
});

type SubscriptionInfo = Infer<typeof subscriptionShape>;

/** The result is null unless the paid subscription pays for the current plan. */
function standingOf(
  account: Doc<"billingAccounts"> | null,
  plan: PlanType,
): Pick<SubscriptionInfo, "subscriptionStatus" | "currentPeriodEnd" | "worksUntil"> {
  const paid = account?.subscription;
  // A failed payment is still shown after the plan has ended, because paying restores the plan.
  const isTold = paid && (paid.tier === plan || (account.hasEnded && paid.status === "past_due"));
  if (!paid || !isTold || (account.hasEnded && paid.status !== "past_due")) {
    return { subscriptionStatus: "active", currentPeriodEnd: null, worksUntil: null };
  }
  const { status, currentPeriodEnd, worksUntil } = paid;
  return { subscriptionStatus: status, currentPeriodEnd, worksUntil };
}

/** The plan is that of the kennel's owner. */
export async function describeSubscription(ctx: QueryCtx, access: Access): Promise<SubscriptionInfo> {
  const { ownerId } = await requireKennel(ctx, access.kennelId);
  const plan = await planOf(ctx, ownerId);
  const account = plan === "self-hosted" ? null : await findAccount(ctx, ownerId);
  const mode = paymentMode();
  const mayManage = hasPermission(access.permissions, "billing", "write");
  return {
    subscriptionTier: plan,
    dogCount: await countDogsOf(ctx, ownerId),
    dogLimit: PLANS[plan].dogLimit,
    stripeCustomerId: mayManage ? (account?.stripeCustomerId ?? null) : null,
    planInfo: {
      name: PLANS[plan].name,
      priceFormatted: plan === "self-hosted" ? "" : priceText(plan),
    },
    isTestMode: mode === null ? null : mode !== "live",
    ...standingOf(account, plan),
  };
}

export const payerShape = v.object({
  userId: v.id("users"),
  email: v.string(),
  name: v.string(),
  mode: billingModeValidator,
  stripeCustomerId: v.union(v.string(), v.null()),
});

/**
 * Checks that the caller may open the provider's pages and that the return address belongs to Studbook. Throws
 * RATE_LIMITED, VALIDATION_FAILED or PAYMENT_UNAVAILABLE.
 */
export async function beginPayment(
  ctx: MutationCtx,
  { user, kennelId }: Access,
  addresses: Readonly<Record<string, string>>,
): Promise<Infer<typeof payerShape>> {
  checkOwnAddresses(addresses);
  const mode: BillingMode = paymentMode() ?? fail("PAYMENT_UNAVAILABLE");
  await spend(ctx, user._id, "payments");
  const { ownerId } = await requireKennel(ctx, kennelId);
  const payer: Doc<"users"> = await getOrFail(ctx, "users", ownerId);
  const account = await findAccount(ctx, ownerId);
  return { ...nameOf(payer), mode, stripeCustomerId: account?.stripeCustomerId ?? null };
}

const nameOf = ({
  _id,
  email,
  firstName,
  lastName,
}: Doc<"users">): { userId: Id<"users">; email: string; name: string } => ({
  userId: _id,
  email,
  name: [firstName, lastName].filter(Boolean).join(" "),
});
