/** The registered functions of deleting an account: what it would take along, how it stands, cancelling it, doing it. */
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

/** Returns the deletion of the caller's account that waits; null when there is none. */
export const get = signedInQuery({
  args: {},
  returns: v.union(deletionShape, v.null()),
  handler: async (ctx) => await describeDeletion(ctx, ctx.user),
});

/** Says what stands against deleting the caller's account now; null when nothing does. */
export const obstacle = signedInQuery({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx) => await describeObstacle(ctx, ctx.user),
});

/** Lists the kennels that would go with the caller's account. */
export const lostKennels = signedInQuery({
  args: {},
  returns: v.array(lostKennelShape),
  handler: async (ctx) => await listLostKennels(ctx, ctx.user),
});

/** Keeps the caller's account after all. */
export const cancel = userMutation({
  args: { confirmationId: v.string() },
  returns: v.null(),
  handler: async (ctx, { confirmationId }) => await cancelDeletion(ctx, ctx.user, confirmationId),
});

const wordArg = { confirmation: v.string() };

/** Refuses a deletion that cannot be, before the password is looked at. */
export const check = internalQuery({
  args: wordArg,
  returns: v.null(),
  handler: async (ctx, { confirmation }) => await checkDeletion(ctx, confirmation),
});

/** Notes down a deletion whose password was right. */
export const place = internalMutation({
  args: wordArg,
  returns: deletionShape,
  handler: async (ctx, { confirmation }) => await placeDeletion(ctx, confirmation),
});

const deletionArgs = { deletionId: v.id("accountDeletions") };

/** Returns a deletion that is being done; null when it is over. */
export const getRemoving = internalQuery({
  args: deletionArgs,
  returns: v.union(v.object({ tokenIdentifier: v.string() }), v.null()),
  handler: async (ctx, { deletionId }) => {
    const row = await ctx.db.get("accountDeletions", deletionId);
    return row?.state === "removing" ? { tokenIdentifier: row.tokenIdentifier } : null;
  },
});

/** Does the next step of a removal. */
export const removeNext = internalMutation({
  args: deletionArgs,
  returns: v.null(),
  handler: async (ctx, { deletionId }) => await removeAccount(ctx, deletionId),
});

/** Begins the deletions that are due. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepDeletions(ctx),
});
