/** The registered functions about the caller. */
import { v } from "convex/values";
import { openQuery, signedInMutation } from "./functions";
import { ensureUser, getMe, userShape } from "./model/users";

/** Records the caller at sign-in; makes the first kennel and accepts invitations. */
export const ensure = signedInMutation({
  args: { timeZone: v.optional(v.string()) },
  returns: v.object({ userId: v.id("users") }),
  handler: async (ctx, { timeZone }) => await ensureUser(ctx, ctx.identity, timeZone),
});

/** Describes the caller; null when signed out or not yet recorded. */
export const me = openQuery({
  args: {},
  returns: v.union(userShape, v.null()),
  handler: async (ctx) => await getMe(ctx, ctx.identity),
});
