/** The registered functions of account deletion: preview, status, cancellation and execution. */
import { v } from "convex/values";
import { internalMutation, internalQuery, signedInQuery, userMutation } from "../platform/functions";
import {
  cancelDeletion,
  checkDeletion,
  deletionShape,
  describeDeletion,
  describeObstacle,
  listLostKennels,
  lostKennelShape,
  placeDeletion,
  sweepDeletions,
} from "./model/accountDeletions";
import { removeAccount } from "./model/accountRemoval";

export const get = signedInQuery({
  args: {},
  returns: v.union(deletionShape, v.null()),
  handler: async (ctx) => await describeDeletion(ctx, ctx.user),
});

export const obstacle = signedInQuery({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx) => await describeObstacle(ctx, ctx.user),
});

export const lostKennels = signedInQuery({
  args: {},
  returns: v.array(lostKennelShape),
  handler: async (ctx) => await listLostKennels(ctx, ctx.user),
});

export const cancel = userMutation({
  args: { confirmationId: v.string() },
  returns: v.null(),
  handler: async (ctx, { confirmationId }) => await cancelDeletion(ctx, ctx.user, confirmationId),
});

const wordArg = { confirmation: v.string() };

/** Rejects an invalid deletion request before the password is checked. */
export const check = internalQuery({
  args: wordArg,
  returns: v.null(),
  handler: async (ctx, { confirmation }) => await checkDeletion(ctx, confirmation),
});

/** The password must have been accepted before. */
export const place = internalMutation({
  args: wordArg,
  returns: deletionShape,
  handler: async (ctx, { confirmation }) => await placeDeletion(ctx, confirmation),
});

const deletionArgs = { deletionId: v.id("accountDeletions") };

/** Returns null once the deletion has finished. */
export const getRemoving = internalQuery({
  args: deletionArgs,
  returns: v.union(v.object({ tokenIdentifier: v.string() }), v.null()),
  handler: async (ctx, { deletionId }) => {
    const row = await ctx.db.get("accountDeletions", deletionId);
    return row?.state === "removing" ? { tokenIdentifier: row.tokenIdentifier } : null;
  },
});

export const removeNext = internalMutation({
  args: deletionArgs,
  returns: v.null(),
  handler: async (ctx, { deletionId }) => await removeAccount(ctx, deletionId),
});

export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepDeletions(ctx),
});
