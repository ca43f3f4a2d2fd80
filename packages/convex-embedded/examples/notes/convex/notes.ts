// A list of notes. Everybody who has it open sees each new note immediately.
import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

export const add = mutationGeneric({
  args: { text: v.string() },
  handler: async (ctx, { text }) => await ctx.db.insert("notes", { text }),
});

export const list = queryGeneric(async (ctx) => await ctx.db.query("notes").order("desc").take(100));
