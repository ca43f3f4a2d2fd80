/** The internal steps of deletions and returns that go on in batches. */
import { v } from "convex/values";
import { countedMutation, unrecordedMutation } from "../platform/functions";
import { moveCascade, resumeCascades } from "./model/cascades";

/** Moves the next batch of children after their owner. */
export const move = countedMutation({
  args: { cascadeId: v.id("cascades") },
  returns: v.null(),
  handler: async (ctx, { cascadeId }) => await moveCascade(ctx, cascadeId),
});

/** Takes up what was cut off. */
export const resume = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await resumeCascades(ctx),
});
