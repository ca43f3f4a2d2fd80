/** The registered functions of mates and planned litters. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { describeDoubt, doubtShape } from "./model/doubt";
import {
  describeMates,
  describePlannedLitter,
  litterArgs,
  litterShape,
  matesArgs,
  matesShape,
} from "./model/mates";
import { describePlan, plannedLitterShape } from "./model/plannedLitter";

/** The recommended mates are first. */
export const list = dogQuery({
  permission: "dogs:read",
  args: matesArgs,
  returns: matesShape,
  handler: async (ctx, args) => ctx.reached && (await describeMates(ctx, ctx.reached, args)),
});

/** Returns how the litter would change the figures of its breed. */
export const litter = dogQuery({
  permission: "dogs:read",
  args: litterArgs,
  returns: litterShape,
  handler: async (ctx, args) => ctx.reached && (await describePlannedLitter(ctx, ctx.reached.dog, args)),
});

/**
 * Returns the possible error in the coefficient of a planned litter if unproved parents are wrong. The interval is
 * null if no doubtful parent is near. Returns null if the caller's kennel has no such dog.
 */
export const doubt = dogQuery({
  permission: "dogs:read",
  args: { mateId: v.string() },
  returns: v.union(v.object({ interval: doubtShape }), v.null()),
  handler: async (ctx, { mateId }) =>
    ctx.reached && { interval: await describeDoubt(ctx, ctx.reached.dog, mateId) },
});

/** Returns null if the caller's kennel has no such dam. */
export const plan = dogQuery({
  permission: "dogs:read",
  args: { sireId: v.string(), today: v.string(), puppies: v.optional(v.number()) },
  returns: v.union(plannedLitterShape, v.null()),
  handler: async (ctx, args) => ctx.reached && (await describePlan(ctx, ctx.reached, args)),
});
