/** The registered functions about the caller. */
import { v } from "convex/values";
import {
  internalMutation,
  openQuery,
  signedInMutation,
  unrecordedMutation,
  userMutation,
} from "../platform/functions";
import { requireIdentity } from "../platform/model/people/identity";
import { purgeLimits as purgeOldLimits } from "../platform/model/people/limits";
import { admitToRest as admit, ensureUser, getMe, rememberLastKennel, userShape } from "./model/users";

export const ensure = signedInMutation({
  args: { timeZone: v.optional(v.string()) },
  returns: v.object({ userId: v.id("users") }),
  handler: async (ctx, { timeZone }) => await ensureUser(ctx, ctx.identity, timeZone),
});

/** Returns null if the caller is signed out or has no row yet. */
export const me = openQuery({
  args: {},
  returns: v.union(userShape.extend({ lastKennelId: v.union(v.id("kennels"), v.null()) }), v.null()),
  handler: async (ctx) => await getMe(ctx, ctx.identity),
});

/** A URL without a kennel opens the kennel that was opened last. */
export const rememberKennel = userMutation({
  args: { kennelId: v.string() },
  returns: v.null(),
  handler: async (ctx, { kennelId }) => await rememberLastKennel(ctx, ctx.user, kennelId),
});

/** Creates the caller's row if the row is missing. */
export const admitToRest = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admit(ctx, await requireIdentity(ctx)),
});

export const purgeLimits = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await purgeOldLimits(ctx),
});
