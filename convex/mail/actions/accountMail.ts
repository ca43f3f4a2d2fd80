"use node";
/** Sends one mail about an account and saves the result. Runs in Node, because SMTP needs Node. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalAction } from "../../platform/functions";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { openMailer } from "./mailChannel";
import { reasonOf, refused, tryAgain } from "./outcome";

const NO_LINKS = { open: "", complete: null, snooze: null, unsubscribe: null };

/** Sends nothing if the mail was already sent. */
export const send = internalAction({
  args: { mailId: v.id("accountMails") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const mail = await ctx.runQuery(internal.mail.accountMails.outgoing, { mailId });
    if (mail === null) return null;
    const mailer = openMailer();
    const { to, subject, text, html } = mail;
    const message = { subject, text, html, sms: "", push: "" };
    const outcome = mailer
      ? await mailer
          .send({ id: mailId, to, message, links: NO_LINKS })
          .catch((error: unknown) => tryAgain(reasonOf(error)))
      : refused("Email is not set up on this server");
    mailer?.close();
    return await ctx.runMutation(internal.mail.accountMails.report, { mailId, outcome });
  },
});
