/**
 * The registered functions of mail about accounts: receiving it from the local accounts, sending it, and showing it
 * to its recipient.
 */
import { v } from "convex/values";
import { internalMutation, internalQuery, openQuery, signedInQuery } from "../platform/functions";
import {
  addAccountMail,
  listAccountMails,
  newAccountMailArgs,
  outgoingShape,
  readOutgoing,
  reportAccountMail,
  shownMailShape,
} from "./model/accountMails";
import { isSetUp, outcomeShape } from "./model/channels";

const mailArgs = { mailId: v.id("accountMails") };

/** Lists the newest mails about the caller's account. */
export const list = signedInQuery({
  args: {},
  returns: v.array(shownMailShape),
  handler: async (ctx) => await listAccountMails(ctx, ctx.user),
});

/** Says whether mail about accounts can be sent, for the page of a forgotten password. */
export const isDelivered = openQuery({
  args: {},
  returns: v.boolean(),
  handler: async () => await Promise.resolve(isSetUp("email")),
});

/** Receives a mail; the runtime calls it for its local accounts. */
export const add = internalMutation({
  args: newAccountMailArgs,
  returns: v.null(),
  handler: async (ctx, mail) => await addAccountMail(ctx, mail),
});

/** Makes the text of a mail that waits. */
export const outgoing = internalQuery({
  args: mailArgs,
  returns: outgoingShape,
  handler: async (ctx, { mailId }) => await readOutgoing(ctx, mailId),
});

/** Saves the result of an attempt to send a mail. */
export const report = internalMutation({
  args: { ...mailArgs, outcome: outcomeShape },
  returns: v.null(),
  handler: async (ctx, { mailId, outcome }) => await reportAccountMail(ctx, mailId, outcome),
});
