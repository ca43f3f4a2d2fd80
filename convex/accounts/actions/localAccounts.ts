/**
 * The local accounts as functions see them: asking whether a password is right, and deleting an account for good, over
 * the service path of the process that keeps them. With an outside identity provider there is none: it asks for its
 * own proof at sign-in, and the account there is the person's to close.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import { internalAction, signedInAction } from "../../platform/functions";
import { deletionShape } from "../model/accountDeletions";
import { callAccounts, confirmPassword, isLocalIssuer } from "../model/accountService";

/** Asks for the deletion of the caller's account, with the password where the account is a local one. */
export const requestDeletion = signedInAction({
  args: { password: v.optional(v.string()), confirmation: v.string() },
  returns: deletionShape,
  handler: async (ctx, { password = "", confirmation }): Promise<Infer<typeof deletionShape>> => {
    const identity = (await ctx.auth.getUserIdentity()) ?? fail("UNAUTHENTICATED");
    await ctx.runQuery(internal.accounts.accountDeletions.check, { confirmation });
    await confirmPassword(identity, password);
    return await ctx.runMutation(internal.accounts.accountDeletions.place, { confirmation });
  },
});

/** Deletes the account where people sign in, then everything else of it. */
export const remove = internalAction({
  args: { deletionId: v.id("accountDeletions") },
  returns: v.null(),
  handler: async (ctx, { deletionId }): Promise<null> => {
    const removing = await ctx.runQuery(internal.accounts.accountDeletions.getRemoving, { deletionId });
    if (removing === null) return null;
    const [issuer = "", userId = ""] = removing.tokenIdentifier.split("|");
    if (isLocalIssuer(issuer)) {
      const response = await callAccounts("remove", { userId });
      if (!response.ok) throw new Error(`The accounts answered ${response.status}`);
    }
    return await ctx.runMutation(internal.accounts.accountDeletions.removeNext, { deletionId });
  },
});
