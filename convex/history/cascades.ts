/** The internal steps of deletions and restorations that run in batches. */
import { v } from "convex/values";
import { countedMutation } from "../platform/functions";
import { moveCascade } from "./model/cascades";

export const move = countedMutation({
  args: { cascadeId: v.id("cascades") },
  returns: v.null(),
  handler: async (ctx, { cascadeId }) => await moveCascade(ctx, cascadeId),
});
