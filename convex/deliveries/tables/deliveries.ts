/**
 * The outbox and its history. A row is one message to one person, on one channel, about one occurrence of a
 * reminder on one date (for push, one row per device). Digests and tests also have rows. A row is written in the
 * transaction that finds the notice due (reminders/model/reminderNotices.ts, deliveries/model/digests.ts). Only
 * deliveries/model/deliveryClaims.ts updates rows. Old rows are deleted.
 *
 *   waiting ──claim──▶ sending ──▶ sent
 *      ▲                  │──────▶ failed      the provider refuses finally, or no attempts are left
 *      └──retry, or the claim expired
 *   waiting ──claim──▶ skipped                 the message is no longer needed
 *   not_set_up                                 there is no provider or no address; shown, never sent
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CHANNELS } from "../../../domain/deliveries/rules";
import { rows } from "../../platform/tables/rows";

export const channelValidator = v.union(...CHANNELS.map((channel) => v.literal(channel)));
export const deliveryKindValidator = v.union(v.literal("reminder"), v.literal("digest"), v.literal("test"));
export const deliveryStateValidator = v.union(
  v.literal("waiting"),
  v.literal("sending"),
  v.literal("sent"),
  v.literal("failed"),
  v.literal("skipped"),
  v.literal("not_set_up"),
);
export const attemptStatusValidator = v.union(
  v.literal("sent"),
  v.literal("failed"),
  v.literal("skipped"),
  v.literal("not_set_up"),
);

export const deliveries = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    kind: deliveryKindValidator,
    reminderId: v.optional(v.id("reminders")),
    channel: channelValidator,
    deviceId: v.optional(v.id("pushSubscriptions")),
    /** In the kennel's time zone. */
    day: v.string(),
    state: deliveryStateValidator,
    /**
     * For a waiting message: when it may be sent. While the message is being sent: when the claim expires. After
     * the last attempt: when that attempt ended.
     */
    sendAt: v.number(),
    /** The number identifies the claim. */
    claims: v.number(),
    attempts: v.array(v.object({ at: v.number(), status: attemptStatusValidator, message: v.string() })),
  })
    .index("by_kennel_and_user", ["kennelId", "userId"])
    .index("by_kennel_and_reminder_and_day", ["kennelId", "reminderId", "day"])
    // Due messages of all kennels are sent together.
    .index("by_state_and_send_at", ["state", "sendAt"]),
  {
    onDelete: {
      reminderId: { does: "stay" },
      deviceId: { does: "stay" },
    },
  },
);
