/** The internal function that settles the owners that a changing transaction could not handle. */
import { v } from "convex/values";
import { FOLLOWS } from "../follows";
import { internalMutation } from "../platform/functions";
import { settleSome } from "./follow";

export const settle = internalMutation({
  args: { kennelId: v.id("kennels"), name: v.string(), owners: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, rest) => {
    await settleSome(ctx, FOLLOWS.settles, rest);
    return null;
  },
});
