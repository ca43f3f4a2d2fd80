/**
 * The registered functions of deliveries: a reminder's history and tests, the caller's outbox, the channels, and
 * the jobs. In a job, `at` overrides the current time.
 */
import { v } from "convex/values";
import {
  internalMutation,
  internalQuery,
  kennelQuery,
  openQuery,
  signedInQuery,
  userMutation,
} from "../platform/functions";
import { reminderMutation, reminderQuery } from "../reminders/builders";
import { channelsShape, describeChannels, outcomeShape } from "../mail/model/channels";
import { historyShape, listHistory } from "./model/deliveries";
import {
  claimDue,
  claimedShape,
  followClock,
  report as reportOutcome,
  startSending,
} from "./model/deliveryClaims";
import { listOutcomes, ownTestShape, sendOwnTest, sendTest, testShape } from "./model/deliveryTests";
import { sweepDigests as runDigests } from "./model/digests";
import { actOnNotice, describeNoticeAction, noticeActionShape } from "./model/noticeLinks";
import {
  listOutbox,
  listTold,
  outboxArgs,
  outboxShape,
  previewMessage,
  previewShape,
  toldShape,
} from "./model/outbox";
import { sweepNotices } from "./model/noticeSweep";
import { channelValidator } from "./tables/deliveries";

const runArgs = { at: v.optional(v.number()) };

/** Lists every attempt to notify people, the newest first. */
export const history = reminderQuery({
  permission: "reminders:read",
  args: {},
  returns: historyShape,
  handler: async (ctx) => await listHistory(ctx, ctx.reminder),
});

/** Past and future recipients are listed, with the attempts of each message. */
export const told = reminderQuery({
  permission: "reminders:read",
  args: {},
  returns: toldShape,
  handler: async (ctx) => await listTold(ctx, ctx.reminder),
});

/** The list includes unsent messages. The newest message is first. */
export const outbox = kennelQuery({
  permission: "reminders:read",
  args: outboxArgs,
  returns: outboxShape,
  handler: async (ctx, args) => await listOutbox(ctx, ctx.access, args),
});

/** Returns null if the record behind the message was deleted. */
export const preview = kennelQuery({
  permission: "reminders:read",
  args: { deliveryId: v.string() },
  returns: previewShape,
  handler: async (ctx, { deliveryId }) => await previewMessage(ctx, ctx.access, deliveryId),
});

export const channels = openQuery({
  args: {},
  returns: channelsShape,
  handler: () => describeChannels(),
});

export const test = reminderMutation({
  permission: "reminders:write",
  args: { channel: channelValidator },
  returns: testShape,
  handler: async (ctx, { channel }) => await sendTest(ctx, ctx, channel),
});

/** The test is about no reminder. */
export const testChannel = userMutation({
  args: { channel: channelValidator, kennelId: v.optional(v.string()) },
  returns: ownTestShape,
  handler: async (ctx, args) => await sendOwnTest(ctx, ctx.user, args),
});

export const outcomes = signedInQuery({
  args: { deliveryIds: v.array(v.string()) },
  returns: outboxShape,
  handler: async (ctx, { deliveryIds }) => await listOutcomes(ctx, ctx.user, deliveryIds),
});

/**
 * Returns how many reminders and messages this batch handled, whether no notice is left, and how many documents
 * were read.
 */
export const sweep = internalMutation({
  args: runArgs,
  returns: v.object({
    reminders: v.number(),
    messages: v.number(),
    isDone: v.boolean(),
    documentsRead: v.number(),
  }),
  handler: async (ctx, { at = Date.now() }) => {
    const done = await sweepNotices(ctx, at);
    return { ...done, documentsRead: (await ctx.meta.getTransactionMetrics()).documentsRead.used };
  },
});

export const sweepDigests = internalMutation({
  args: runArgs,
  returns: v.number(),
  handler: async (ctx, { at = Date.now() }) => await runDigests(ctx, at),
});

export const resume = internalMutation({
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { at = Date.now() }) => {
    await followClock(ctx, at);
    return await startSending(ctx, at);
  },
});

export const claim = internalMutation({
  args: runArgs,
  returns: v.object({ claimed: v.array(claimedShape), isMore: v.boolean() }),
  handler: async (ctx, { at = Date.now() }) => await claimDue(ctx, at),
});

export const report = internalMutation({
  args: { deliveryId: v.id("deliveries"), claim: v.number(), outcome: outcomeShape, ...runArgs },
  returns: v.null(),
  handler: async (ctx, { at = Date.now(), ...ended }) => await reportOutcome(ctx, ended, at),
});

const tokenArgs = { token: v.string() };

export const describeAction = internalQuery({
  args: tokenArgs,
  returns: noticeActionShape,
  handler: async (ctx, { token }) => await describeNoticeAction(ctx, token),
});

export const act = internalMutation({
  args: tokenArgs,
  returns: noticeActionShape,
  handler: async (ctx, { token }) => await actOnNotice(ctx, token),
});
