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

export const list = signedInQuery({
  args: {},
  returns: v.array(shownMailShape),
  handler: async (ctx) => await listAccountMails(ctx, ctx.user),
});

/** The page of a forgotten password needs this. */
export const isDelivered = openQuery({
  args: {},
  returns: v.boolean(),
  handler: async () => await Promise.resolve(isSetUp("email")),
});

/** The runtime's local accounts call this function. */
export const add = internalMutation({
  args: newAccountMailArgs,
  returns: v.null(),
  handler: async (ctx, mail) => await addAccountMail(ctx, mail),
});

export const outgoing = internalQuery({
  args: mailArgs,
  returns: outgoingShape,
  handler: async (ctx, { mailId }) => await readOutgoing(ctx, mailId),
});

export const report = internalMutation({
  args: { ...mailArgs, outcome: outcomeShape },
  returns: v.null(),
  handler: async (ctx, { mailId, outcome }) => await reportAccountMail(ctx, mailId, outcome),
});
