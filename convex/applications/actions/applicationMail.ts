"use node";
/** Sends one letter to an applicant and saves the result. Runs in Node, because SMTP needs Node. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { Mailers } from "../../deliveries/actions/mailers";
import { reasonOf, refused, tryAgain } from "../../mail/actions/outcome";
import { internalAction } from "../../platform/functions";

const NO_LINKS = { open: "", complete: null, snooze: null, unsubscribe: null };

/** Sends nothing if the letter was already sent or canceled. */
export const send = internalAction({
  args: { mailId: v.id("applicationMails") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const letter = await ctx.runQuery(internal.applications.applications.outgoing, { mailId });
    if (letter === null)
      return await ctx.runMutation(internal.applications.applications.report, { mailId, outcome: null });
    const { kennelId, to, subject, text, html } = letter;
    const message = { subject, text, html, sms: "", push: "" };
    const mailers = new Mailers(ctx);
    const outcome = await mailers
      .of({ channel: "email", kennelId })
      .then(async (mailer) =>
        mailer
          ? await mailer.send({ id: mailId, to, message, links: NO_LINKS })
          : refused("Email is not set up on this server"),
      )
      .catch((error: unknown) => tryAgain(reasonOf(error)));
    await mailers.close();
    return await ctx.runMutation(internal.applications.applications.report, { mailId, outcome });
  },
});
