/**
 * The outbox and its history as people see them: their own messages with the result of each attempt, the text of a
 * message, and the recipients of a reminder. Nobody can read the text of another person's messages.
 */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  attemptStatusValidator,
  channelValidator,
  deliveryKindValidator,
  deliveryStateValidator,
} from "../tables/deliveries";
import { readFacts, writeMessage } from "./deliveryFacts";
import type { Access } from "../../platform/model/people/identity";
import { makeLinks } from "./noticeTokens";
import { findSettings } from "../../accounts/model/userSettings";
import { readTold } from "./deliveries";
import { requireRowOf } from "../../platform/model/paging/rows";

type Row = Doc<"deliveries">;

const attemptsShape = v.array(
  v.object({ at: v.number(), status: attemptStatusValidator, message: v.string() }),
);

const standingFields = {
  _id: v.id("deliveries"),
  channel: channelValidator,
  state: deliveryStateValidator,
  createdAt: v.number(),
  /** For a waiting message: when it will be sent. After the last attempt: when that attempt ended. */
  sendAt: v.number(),
  /** Each attempt has its result and the provider's answer. */
  attempts: attemptsShape,
};

const standingOf = ({ _id, channel, state, _creationTime, sendAt, attempts }: Row) => ({
  _id,
  channel,
  state,
  createdAt: _creationTime,
  sendAt,
  attempts,
});

const messageShape = v.object({
  ...standingFields,
  kind: deliveryKindValidator,
  /** Empty if the address, number or device was deleted. */
  to: v.string(),
  subject: v.string(),
});

export const outboxShape = v.array(messageShape);

/** An address, a number or a device's name. */
async function placeOf(ctx: QueryCtx, { channel, deviceId }: Row, user: Doc<"users">): Promise<string> {
  switch (channel) {
    case "email":
      return user.email;
    case "sms":
      return (await findSettings(ctx, user._id))?.phone ?? "";
    case "push":
      return (deviceId && (await ctx.db.get("pushSubscriptions", deviceId))?.label) ?? "";
    default:
      return channel satisfies never;
  }
}

/** Messages of permanently deleted reminders are left out. */
export async function describeMessages(
  ctx: QueryCtx,
  rows: readonly Row[],
  user: Doc<"users">,
): Promise<Infer<typeof outboxShape>> {
  const shown: Infer<typeof outboxShape> = [];
  for (const row of rows) {
    const facts = await readFacts(ctx, row, row.day);
    if (facts === null) continue;
    const { subject } = writeMessage(facts, null);
    shown.push({ ...standingOf(row), kind: row.kind, to: await placeOf(ctx, row, user), subject });
  }
  return shown;
}

/** The number at first, and the maximum. */
const SHOWN_MESSAGES = 20;
const MAX_SHOWN_MESSAGES = 200;

export const outboxArgs = { limit: v.optional(v.number()) };

/** The newest message is first. */
export async function listOutbox(
  ctx: QueryCtx,
  { kennelId, user }: Access,
  { limit = SHOWN_MESSAGES }: { limit?: number },
): Promise<Infer<typeof outboxShape>> {
  const rows = await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", user._id))
    .order("desc")
    .take(Math.min(Math.max(Math.trunc(limit) || 1, 1), MAX_SHOWN_MESSAGES));
  return await describeMessages(ctx, rows, user);
}

export const previewShape = v.union(
  v.object({
    channel: channelValidator,
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    /** The push notification also has a title. */
    sms: v.string(),
    push: v.string(),
  }),
  v.null(),
);

/** The text has its buttons. Throws NOT_FOUND for another person's message. */
export async function previewMessage(
  ctx: QueryCtx,
  { kennelId, user }: Access,
  deliveryId: string,
): Promise<Infer<typeof previewShape>> {
  const row = await requireRowOf(ctx, "deliveries", deliveryId, { kennelId, userId: user._id });
  const facts = await readFacts(ctx, row, row.day);
  if (facts === null) return null;
  const links = await makeLinks({ deliveryId: row._id, kennelId, createdAt: row._creationTime, facts });
  return { channel: row.channel, ...writeMessage(facts, links) };
}

export const toldShape = v.array(
  v.object({
    ...standingFields,
    kind: deliveryKindValidator,
    recipient: v.string(),
  }),
);

const MAX_TOLD = 200;

/** The newest message is first. */
export async function listTold(ctx: QueryCtx, reminder: Doc<"reminders">): Promise<Infer<typeof toldShape>> {
  const rows = await readTold(ctx, reminder, MAX_TOLD);
  return rows
    .map((row) => ({ ...standingOf(row), kind: row.kind, recipient: row.recipient }))
    .sort((a, b) => b.createdAt - a.createdAt);
}
