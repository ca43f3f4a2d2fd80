/** Settles what was too much for the transaction that changed it. */
import { v } from "convex/values";
import { SETTLES } from "../settles";
import { internalMutation } from "./functions";
import { settleSome } from "./model/settling";

/** Settles records of some owners of a kennel. */
export const settle = internalMutation({
  args: { kennelId: v.id("kennels"), name: v.string(), owners: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, rest) => {
    await settleSome(ctx, SETTLES, rest);
    return null;
  },
});
