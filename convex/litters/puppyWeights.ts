/** The registered functions of weighings: all weighings of a litter, the latest weighings, add and undo. */
import { v } from "convex/values";
import { litterMutation, litterQuery, puppyMutation } from "./builders";
import { weightShape } from "./model/puppyShape";
import {
  addWeight,
  listRecentWeights,
  listWeights,
  undoWeight,
  weighingOutcomeShape,
} from "./model/puppyWeights";

/** The oldest weighing is first. */
export const list = litterQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(weightShape),
  handler: async (ctx) => await listWeights(ctx, ctx.litter),
});

export const recent = litterQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(weightShape),
  handler: async (ctx) => await listRecentWeights(ctx, ctx.litter),
});

/** If the same entry is sent several times, it is stored once. */
export const add = puppyMutation({
  permission: "breeding:write",
  args: { grams: v.number(), weighedAt: v.number(), entryKey: v.string() },
  returns: weighingOutcomeShape,
  handler: async (ctx, args) => await addWeight(ctx, ctx, args),
});

export const undo = litterMutation({
  permission: "breeding:write",
  args: { entryKey: v.string() },
  returns: v.null(),
  handler: async (ctx, { entryKey }) => await undoWeight(ctx, ctx.litter, entryKey),
});
