/** The registered functions of breedings. */
import { v } from "convex/values";
import { dogQuery } from "./functions";
import { breedingHistoryShape, describeBreedingHistory } from "./model/breedingHistory";

/** Lists a dog's breedings, the newest first, or answers null when the caller has no such dog. */
export const history = dogQuery({
  permission: "breeding:read",
  args: { role: v.optional(v.string()) },
  returns: v.union(breedingHistoryShape, v.null()),
  handler: async (ctx, { role = "both" }) =>
    ctx.reached && (await describeBreedingHistory(ctx, ctx.reached.dog, role)),
});
