/** The internal steps of deletions and returns that go on in batches. */
import { v } from "convex/values";
import { countedMutation } from "../platform/functions";
import { moveCascade } from "./model/cascades";

/** Moves the next batch of children after their owner. */
export const move = countedMutation({
  args: { cascadeId: v.id("cascades") },
  returns: v.null(),
  handler: async (ctx, { cascadeId }) => await moveCascade(ctx, cascadeId),
});
