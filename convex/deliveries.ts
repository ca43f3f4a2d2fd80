/**
 * The registered functions of deliveries: a reminder's history and tests, the caller's outbox, which channels there
 * are; and the runs, whose `at` is the instant they act as of, now when left out.
 */
import { v } from "convex/values";
import {
  internalMutation,
  internalQuery,
  kennelQuery,
  openQuery,
  reminderMutation,
  reminderQuery,
} from "./functions";
import { channelsShape, describeChannels } from "./model/channels";
import {
  historyShape,
  listHistory,
  listOutbox,
  outboxShape,
  purgeDeliveries,
  sendTest,
  testShape,
} from "./model/deliveries";
import {
  claimDue,
  claimedShape,
  outcomeShape,
  report as reportOutcome,
  startSending,
} from "./model/deliveryClaims";
import { sweepDigests as runDigests } from "./model/digests";
import { actOnNotice, describeNoticeAction, noticeActionShape } from "./model/noticeLinks";
import { sweepNotices } from "./model/reminderNotices";
import { channelValidator } from "./tables/deliveries";

const runArgs = { at: v.optional(v.number()) };

/** Lists every attempt to tell people of a reminder, the newest first. */
export const history = reminderQuery({
  permission: "reminders:read",
  args: {},
  returns: historyShape,
  handler: async (ctx) => await listHistory(ctx, ctx.reminder),
});

/** Lists the newest messages to the caller in a kennel, sent or not, with what each says. */
export const outbox = kennelQuery({
  permission: "reminders:read",
  args: {},
  returns: outboxShape,
  handler: async (ctx) => await listOutbox(ctx, ctx.access),
});

/** Tells which channels this deployment can send on. */
export const channels = openQuery({
  args: {},
  returns: channelsShape,
  handler: () => describeChannels(),
});

/** Sends the caller a test notification about a reminder. */
export const test = reminderMutation({
  permission: "reminders:write",
  args: { channel: channelValidator },
  returns: testShape,
  handler: async (ctx, { channel }) => await sendTest(ctx, ctx, channel),
});

/** Gives the notices that are due; answers what it did and how many documents it read for that. */
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

/** Writes the daily digests that are due. */
export const sweepDigests = internalMutation({
  args: runArgs,
  returns: v.number(),
  handler: async (ctx, { at = Date.now() }) => await runDigests(ctx, at),
});

/** Has the outbox sent when something in it is due. */
export const resume = internalMutation({
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { at = Date.now() }) => await startSending(ctx, at),
});

/** Claims some of the messages that are due, for the action that sends them. */
export const claim = internalMutation({
  args: runArgs,
  returns: v.object({ claimed: v.array(claimedShape), isMore: v.boolean() }),
  handler: async (ctx, { at = Date.now() }) => await claimDue(ctx, at),
});

/** Takes down how sending a message ended. */
export const report = internalMutation({
  args: { deliveryId: v.id("deliveries"), claim: v.number(), outcome: outcomeShape, ...runArgs },
  returns: v.null(),
  handler: async (ctx, { at = Date.now(), ...ended }) => await reportOutcome(ctx, ended, at),
});

/** Deletes what was delivered long ago. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await purgeDeliveries(ctx),
});

const tokenArgs = { token: v.string() };

/** Tells what a button in a message would do. */
export const describeAction = internalQuery({
  args: tokenArgs,
  returns: noticeActionShape,
  handler: async (ctx, { token }) => await describeNoticeAction(ctx, token),
});

/** Does what a button in a message says. */
export const act = internalMutation({
  args: tokenArgs,
  returns: noticeActionShape,
  handler: async (ctx, { token }) => await actOnNotice(ctx, token),
});
