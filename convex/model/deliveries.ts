/**
 * The outbox as it is filled and read: a message goes in once, or straight into the history when there is no way to
 * send it. What has been attempted is a reminder's notification history. Source: decision GAP-REM-17.
 */
import { v, type Infer } from "convex/values";
import { DELIVERY_DAYS, MAX_PUSH_DEVICES, type Channel } from "../../domain/constants/notifications";
import { fail } from "../../domain/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  attemptStatusValidator,
  channelValidator,
  deliveryKindValidator,
  deliveryStateValidator,
} from "../tables/deliveries";
import { isSetUp, notSetUpMessage } from "./channels";
import { startSending } from "./deliveryClaims";
import { readFacts, writeMessage } from "./deliveryFacts";
import type { Access } from "./identity";
import { spend } from "./limits";
import { timeZoneOf } from "./timeZones";
import type { ReachedReminder } from "./reminders";
import { findSettings } from "./userSettings";
import { displayName } from "./users";
import { dayIn } from "../../domain/dates/zones";

type Row = Doc<"deliveries">;

/** Messages about one reminder that are read at a time. */
const MAX_DELIVERIES = 2000;

/** Reads the messages about a reminder's day. */
export const deliveriesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"reminders">, "kennelId" | "_id">,
  day: string,
): Promise<Row[]> =>
  await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_reminder_and_day", (q) =>
      q.eq("kennelId", kennelId).eq("reminderId", _id).eq("day", day),
    )
    .take(MAX_DELIVERIES);

interface NewDelivery extends Pick<Row, "kind" | "kennelId" | "reminderId" | "channel" | "day" | "sendAt"> {
  readonly recipient: { user: Doc<"users">; settings: Doc<"userSettings"> | null };
}

/** Says why nothing can be sent to a person on a channel, or null. */
function problemOf(channel: Channel, { user, settings }: NewDelivery["recipient"]): string | null {
  if (!isSetUp(channel)) return notSetUpMessage(channel);
  if (channel === "email" && !user.isEmailTrusted) return "The e-mail address is not confirmed";
  if (channel === "sms" && settings?.phone === undefined) return "There is no phone number in the settings";
  return null;
}

const devicesOf = async (ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSubscriptions">[]> =>
  await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_PUSH_DEVICES);

/** Writes a message to the outbox, a push one for each of the person's devices; answers how many rows it became. */
export async function addDelivery(ctx: MutationCtx, { recipient, ...message }: NewDelivery): Promise<number> {
  const problem = problemOf(message.channel, recipient);
  const stored = { ...message, userId: recipient.user._id, claims: 0 };
  if (problem !== null) {
    const now = Date.now();
    const attempts = [{ at: now, status: "not_set_up" as const, message: problem }];
    await ctx.db.insert("deliveries", { ...stored, state: "not_set_up", sendAt: now, attempts });
    return 1;
  }
  const places =
    message.channel === "push"
      ? (await devicesOf(ctx, stored.userId)).map(({ _id: deviceId }) => ({ deviceId }))
      : [{}];
  for (const place of places) {
    await ctx.db.insert("deliveries", { ...stored, ...place, state: "waiting", attempts: [] });
  }
  return places.length;
}

export const historyShape = v.array(
  v.object({
    sentAt: v.number(),
    channel: channelValidator,
    status: attemptStatusValidator,
    message: v.string(),
    /** Who was told. */
    recipient: v.string(),
  }),
);

/** Lists every attempt to tell people of a reminder, the newest first. */
export async function listHistory(
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"reminders">,
): Promise<Infer<typeof historyShape>> {
  const rows = await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_reminder_and_day", (q) => q.eq("kennelId", kennelId).eq("reminderId", _id))
    .order("desc")
    .take(MAX_HISTORY);
  const names = new Map<Id<"users">, string>();
  for (const { userId } of rows) {
    if (names.has(userId)) continue;
    const user = await ctx.db.get("users", userId);
    names.set(userId, user ? displayName(user) : "");
  }
  return rows
    .flatMap(({ attempts, channel, userId }) =>
      attempts.map(({ at, status, message }) => ({
        sentAt: at,
        channel,
        status,
        message,
        recipient: names.get(userId) ?? "",
      })),
    )
    .sort((a, b) => b.sentAt - a.sentAt);
}

/** Messages of one reminder that its history tells of. */
const MAX_HISTORY = 500;

export const outboxShape = v.array(
  v.object({
    _id: v.id("deliveries"),
    kind: deliveryKindValidator,
    channel: channelValidator,
    state: deliveryStateValidator,
    /** While it waits, when it goes out; then, when that was over. */
    sendAt: v.number(),
    /** What the person is sent, or would be. */
    subject: v.string(),
    text: v.string(),
    /** How the last attempt ended. */
    message: v.union(v.string(), v.null()),
  }),
);

/** Messages that the outbox shows. */
const SHOWN_MESSAGES = 50;

/** Lists the newest messages to the caller in a kennel, with what each says. */
export async function listOutbox(
  ctx: QueryCtx,
  { kennelId, user }: Access,
): Promise<Infer<typeof outboxShape>> {
  const rows = await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", user._id))
    .order("desc")
    .take(SHOWN_MESSAGES);
  const shown: Infer<typeof outboxShape> = [];
  for (const row of rows) {
    const facts = await readFacts(ctx, row, row.day);
    if (facts === null) continue;
    const { subject, text } = writeMessage(facts, null);
    const { _id, kind, channel, state, sendAt, attempts } = row;
    shown.push({
      _id,
      kind,
      channel,
      state,
      sendAt,
      subject,
      text,
      message: attempts.at(-1)?.message ?? null,
    });
  }
  return shown;
}

export const testShape = v.object({
  channel: channelValidator,
  status: v.union(v.literal("queued"), v.literal("not_set_up")),
  message: v.string(),
});

/** Sends the caller a test message about a reminder, whatever their settings; throws RATE_LIMITED. */
export async function sendTest(
  ctx: MutationCtx,
  { reminder, access }: ReachedReminder,
  channel: Channel,
): Promise<Infer<typeof testShape>> {
  await spend(ctx, access.user._id, "testNotifications");
  const user = (await ctx.db.get("users", access.user._id)) ?? fail("NOT_FOUND");
  const recipient = { user, settings: await findSettings(ctx, user._id) };
  const problem = problemOf(channel, recipient);
  const now = Date.now();
  const added = await addDelivery(ctx, {
    kind: "test",
    kennelId: reminder.kennelId,
    reminderId: reminder._id,
    recipient,
    channel,
    day: dayIn(await timeZoneOf(ctx, reminder.kennelId), now),
    sendAt: now,
  });
  if (problem !== null) return { channel, status: "not_set_up", message: problem };
  if (added === 0) {
    return { channel, status: "not_set_up", message: "No device of yours takes push notifications" };
  }
  await startSending(ctx, now);
  return { channel, status: "queued", message: "The test notification is on its way" };
}

const DAY_MS = 86_400_000;

/** Old messages deleted in one transaction. */
const PURGE_BATCH = 1000;

/** Deletes what was delivered long ago. */
export async function purgeDeliveries(ctx: MutationCtx): Promise<null> {
  const old = await ctx.db
    .query("deliveries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - DELIVERY_DAYS * DAY_MS))
    .take(PURGE_BATCH);
  for (const { _id } of old) await ctx.db.delete("deliveries", _id);
  return null;
}
