/** The registered functions of one dog's health. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { describeDogHealth, dogHealthShape } from "./model/dogHealth";

/** Returns null if the caller's kennel has no such dog. */
export const list = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(dogHealthShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeDogHealth(ctx, ctx.reached.dog)),
});
