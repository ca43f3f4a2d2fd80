/**
 * Test notifications that users send to themselves, with or without a reminder. The users' notification settings
 * are ignored.
 */
import { v, type Infer } from "convex/values";
import { MAX_PUSH_DEVICES, type Channel } from "../../../domain/deliveries/rules";
import { dayIn } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { channelValidator } from "../tables/deliveries";
import { addDelivery, problemOf } from "./deliveries";
import { startSending } from "./deliveryClaims";
import { requireAccess } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { describeMessages, type outboxShape } from "./outbox";
import { kennelsToTell } from "./noticeSweep";
import type { ReachedReminder } from "../../reminders/model/reminders";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { findSettings } from "../../accounts/model/userSettings";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

const answerFields = {
  channel: channelValidator,
  status: v.union(v.literal("queued"), v.literal("not_set_up")),
  message: v.string(),
};

export const testShape = v.object(answerFields);

/** With these ids, the user can see the results of the messages. */
export const ownTestShape = v.object({ ...answerFields, deliveryIds: v.array(v.id("deliveries")) });

interface Test {
  readonly kennelId: Id<"kennels">;
  readonly reminderId?: Id<"reminders">;
  readonly channel: Channel;
}

/** Throws RATE_LIMITED. */
async function send(
  ctx: MutationCtx,
  userId: Id<"users">,
  { channel, kennelId, ...about }: Test,
): Promise<Infer<typeof ownTestShape>> {
  await spend(ctx, userId, "testNotifications");
  const user = await getOrFail(ctx, "users", userId);
  const recipient = { user, settings: await findSettings(ctx, userId) };
  const problem = await problemOf(ctx, { channel, kennelId, recipient });
  const now = Date.now();
  const deliveryIds = await addDelivery(ctx, {
    kind: "test",
    kennelId,
    ...about,
    recipient,
    channel,
    day: dayIn(await timeZoneOf(ctx, kennelId), now),
    sendAt: now,
  });
  if (problem !== null) return { channel, status: "not_set_up", message: problem, deliveryIds };
  if (deliveryIds.length === 0) {
    const message = "None of your devices accepts push notifications";
    return { channel, status: "not_set_up", message, deliveryIds };
  }
  await startSending(ctx, now);
  return { channel, status: "queued", message: "The test notification is on its way", deliveryIds };
}

/** Throws RATE_LIMITED. */
export async function sendTest(
  ctx: MutationCtx,
  { reminder, access }: ReachedReminder,
  channel: Channel,
): Promise<Infer<typeof testShape>> {
  const { kennelId, _id: reminderId } = reminder;
  const { status, message } = await send(ctx, access.user._id, { kennelId, reminderId, channel });
  return { channel, status, message };
}

/** The default is the caller's first kennel. Throws NOT_FOUND, FORBIDDEN or RATE_LIMITED. */
export async function sendOwnTest(
  ctx: MutationCtx,
  user: Doc<"users">,
  { channel, kennelId: named }: { channel: Channel; kennelId?: string },
): Promise<Infer<typeof ownTestShape>> {
  const kennelId =
    named === undefined
      ? (await kennelsToTell(ctx, user._id))[0]
      : (await requireAccess(ctx, named, "reminders:read")).kennelId;
  if (!kennelId) return fail("NOT_FOUND");
  return await send(ctx, user._id, { kennelId, channel });
}

/** Messages to other people are left out. */
export async function listOutcomes(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
  deliveryIds: readonly string[],
): Promise<Infer<typeof outboxShape>> {
  if (!user) return [];
  const rows: Doc<"deliveries">[] = [];
  for (const deliveryId of deliveryIds.slice(0, MAX_PUSH_DEVICES)) {
    const row = await findRow(ctx, "deliveries", deliveryId);
    if (row?.userId === user._id) rows.push(row);
  }
  return await describeMessages(ctx, rows, user);
}
