/** The registered functions about the caller. */
import { v } from "convex/values";
import { internalMutation, openQuery, signedInMutation, unrecordedMutation } from "../platform/functions";
import { requireIdentity } from "../platform/model/identity";
import { purgeLimits as purgeOldLimits } from "../platform/model/limits";
import { admitToRest as admit, ensureUser, getMe, userShape } from "./model/users";

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

/** Counts a REST call of the caller and records a first sign-in. */
export const admitToRest = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admit(ctx, await requireIdentity(ctx)),
});

/** Forgets what people did against their limits long ago. */
export const purgeLimits = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await purgeOldLimits(ctx),
});
