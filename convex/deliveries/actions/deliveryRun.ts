"use node";
/**
 * Sends the due messages of the outbox, several at the same time, and saves each result immediately. A crash then
 * interrupts only a few messages, whose claims expire. Runs in Node, because SMTP and the encryption of Web Push
 * need Node.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { internalAction } from "../../platform/functions";
import type { claimedShape } from "../model/deliveryClaims";
import { writeMessage } from "../model/deliveryFacts";
import { makeLinks } from "../model/noticeTokens";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import type { Mailer } from "../../mail/actions/mailChannel";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { Mailers } from "./mailers";
import { reasonOf, refused, tryAgain, type Outcome } from "../../mail/actions/outcome";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { sendPush } from "./pushChannel";
import { sendSms } from "./smsChannel";

type Claimed = Infer<typeof claimedShape>;

/** After this time another run continues. An action may take ten minutes. */
const RUN_MS = 240_000;

async function send(claimed: Claimed, mailer: Mailer | null): Promise<Outcome> {
  const { deliveryId: id, channel, to, device, createdAt, claim, facts } = claimed;
  const links = await makeLinks(claimed);
  const message = writeMessage(facts, links);
  switch (channel) {
    case "email":
      return mailer
        ? await mailer.send({ id, to, message, links })
        : refused("Email is not set up on this server");
    case "sms":
      return await sendSms({ to, body: message.sms, createdAt, isRepeat: claim > 1 });
    case "push":
      return device ? await sendPush({ id, device, message, links }) : refused("No device is set up");
    default:
      return channel satisfies never;
  }
}

async function deliver(
  ctx: ActionCtx,
  claimed: Claimed,
  mailers: Mailers,
  at: number | undefined,
): Promise<void> {
  const outcome = await mailers
    .of(claimed)
    .then(async (mailer) => await send(claimed, mailer))
    .catch((error: unknown) => tryAgain(reasonOf(error)));
  const { deliveryId, claim } = claimed;
  await ctx.runMutation(internal.deliveries.deliveries.report, { deliveryId, claim, outcome, at });
}

/** `at` overrides the current time. */
export const run = internalAction({
  args: { at: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { at }): Promise<null> => {
    const until = Date.now() + RUN_MS;
    const mailers = new Mailers(ctx);
    try {
      for (let isMore = true; isMore;) {
        if (Date.now() > until) {
          await ctx.scheduler.runAfter(0, internal.deliveries.actions.deliveryRun.run, { at });
          return null;
        }
        const batch = await ctx.runMutation(internal.deliveries.deliveries.claim, { at });
        await Promise.all(batch.claimed.map(async (claimed) => await deliver(ctx, claimed, mailers, at)));
        isMore = batch.isMore;
      }
    } finally {
      await mailers.close();
    }
    return null;
  },
});
