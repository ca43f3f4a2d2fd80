/** The registered functions of plans and their limits. */
import { v } from "convex/values";
import { internalMutation, kennelQuery } from "./functions";
import { describeDogLimit, dogLimitShape } from "./model/dogLimit";
import { setPlan as givePlan } from "./model/subscriptions";
import { paidTierValidator } from "./tables/subscriptions";

/** Says how many dogs the kennel's plan holds and whether another can be added. */
export const dogLimitCheck = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: dogLimitShape,
  handler: async (ctx) => await describeDogLimit(ctx, ctx.access.kennelId),
});

/** Gives the person with that address a plan, or with null the free one; for operators, by the CLI. */
export const setPlan = internalMutation({
  args: { email: v.string(), tier: v.union(paidTierValidator, v.null()) },
  returns: v.null(),
  handler: async (ctx, { email, tier }) => await givePlan(ctx, email, tier),
});
