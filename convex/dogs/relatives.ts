/** The registered functions of a dog's relatives: offspring and siblings. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { describeOffspring, describeSiblings, offspringShape, siblingGroupsShape } from "./model/relatives";

/** Lists the youngest offspring by litter; returns null if the caller's kennel has no such dog. */
export const offspring = dogQuery({
  permission: "dogs:read",
  args: { limit: v.optional(v.number()) },
  returns: v.union(offspringShape, v.null()),
  handler: async (ctx, { limit }) => ctx.reached && (await describeOffspring(ctx, ctx.reached.dog, limit)),
});

/** Returns null if the caller's kennel has no such dog. */
export const siblings = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(siblingGroupsShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeSiblings(ctx, ctx.reached.dog)),
});
