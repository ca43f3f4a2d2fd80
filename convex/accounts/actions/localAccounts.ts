/**
 * Checks passwords and deletes accounts in the server process that stores the local accounts. With an external
 * identity provider there are no local accounts. The provider then checks its users at sign-in, and users close
 * their accounts there.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import { internalAction, signedInAction } from "../../platform/functions";
import { deletionShape } from "../model/accountDeletions";
import { callAccounts, confirmPassword, isLocalIssuer } from "../model/accountService";

/** A local account needs the password. */
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
