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

/** Records the caller at sign-in. */
export const ensure = signedInMutation({
  args: { timeZone: v.optional(v.string()) },
  returns: v.object({ userId: v.id("users") }),
  handler: async (ctx, { timeZone }) => await ensureUser(ctx, ctx.identity, timeZone),
});

/** Returns the caller; null if the caller is signed out or has no row yet. */
export const me = openQuery({
  args: {},
  returns: v.union(userShape.extend({ lastKennelId: v.union(v.id("kennels"), v.null()) }), v.null()),
  handler: async (ctx) => await getMe(ctx, ctx.identity),
});

/** Saves which kennel the caller opened last. A URL without a kennel opens that kennel. */
export const rememberKennel = userMutation({
  args: { kennelId: v.string() },
  returns: v.null(),
  handler: async (ctx, { kennelId }) => await rememberLastKennel(ctx, ctx.user, kennelId),
});

/** Counts a REST call of the caller. Creates the caller's row if the row is missing. */
export const admitToRest = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admit(ctx, await requireIdentity(ctx)),
});

/** Deletes outdated counters of rate limits. */
export const purgeLimits = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await purgeOldLimits(ctx),
});
