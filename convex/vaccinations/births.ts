/** Runs a function that an earlier version scheduled for dogs whose birth date an import changed. */
import { v } from "convex/values";
import { internalMutation } from "../platform/functions";
import { settleLater } from "../changes/follow";

export const follow = internalMutation({
  args: { dogIds: v.array(v.id("dogs")) },
  returns: v.null(),
  handler: async (ctx, { dogIds }) => {
    const dog = dogIds[0] && (await ctx.db.get("dogs", dogIds[0]));
    if (dog) await settleLater(ctx, { kennelId: dog.kennelId, name: "doses", owners: dogIds });
    return null;
  },
});
