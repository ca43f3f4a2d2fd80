/**
 * The registered functions of mail about accounts: receive mail from the local accounts, send mail, and show it to
 * the recipient.
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

/** Receives a mail from the local accounts of the runtime. */
export const add = internalMutation({
  args: newAccountMailArgs,
  returns: v.null(),
  handler: async (ctx, mail) => await addAccountMail(ctx, mail),
});

/** Creates the text of a waiting mail. */
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
