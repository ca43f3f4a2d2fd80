/**
 * Sends messages from the outbox. An action claims some of the due messages, sends them and saves each result. A
 * claim expires, so interrupted messages are still sent. Such a message keeps its id and text, so the provider or
 * the recipient can recognize it. A message that is no longer needed is skipped when it is claimed.
 */
import type { outcomeShape } from "../../mail/model/channels";
import { v, type Infer } from "convex/values";
import { RETRY_MINUTES } from "../../../domain/deliveries/rules";
import { dayIn } from "../../../domain/dates/zones";
import { isSnoozed } from "../../../domain/reminders/due";
import { effectivePermissions, hasPermission } from "../../../domain/permissions/permissions";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { channelValidator } from "../tables/deliveries";
import { factsShape, readFacts } from "./deliveryFacts";
import { getMembership } from "../../platform/model/people/identity";
import { findAssignee } from "../../reminders/model/reminderAssignees";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { getUserSettings } from "../../accounts/model/userSettings";

type Row = Doc<"deliveries">;

/** The time limit for providers' answers is shorter. */
const CLAIM_MS = 120_000;

/** Claimed messages are sent at the same time. */
const CLAIM_BATCH = 20;

const MINUTE_MS = 60_000;

const deviceShape = v.object({ endpoint: v.string(), p256dh: v.string(), auth: v.string() });

export const claimedShape = v.object({
  deliveryId: v.id("deliveries"),
  kennelId: v.id("kennels"),
  claim: v.number(),
  channel: channelValidator,
  /** Mail address or phone number. */
  to: v.string(),
  device: v.union(deviceShape, v.null()),
  createdAt: v.number(),
  facts: factsShape,
});
type Claimed = Infer<typeof claimedShape>;
type Outcome = Infer<typeof outcomeShape>;

const dueIn = (ctx: QueryCtx, state: "waiting" | "sending", now: number) =>
  ctx.db
    .query("deliveries")
    .withIndex("by_state_and_send_at", (q) => q.eq("state", state).lte("sendAt", now));

/** A time further in the future than this was saved before the clock was set back. */
const MOST_DRIFT_MS = 10 * MINUTE_MS;

/** Returns null if the message's time was not saved before the clock was set back. */
function dueAgain({ state, sendAt, attempts, _creationTime }: Row, now: number): number | null {
  const plannedAt = state === "sending" ? sendAt - CLAIM_MS : (attempts.at(-1)?.at ?? _creationTime);
  // Creation times never decrease. A message that was written after the clock was set back is therefore due long
  // before its creation time.
  if (plannedAt <= now + MOST_DRIFT_MS || sendAt < plannedAt - MOST_DRIFT_MS) return null;
  return now + sendAt - plannedAt;
}

/** The times were saved while the clock was ahead. */
export async function followClock(ctx: MutationCtx, now: number): Promise<void> {
  for (const state of ["waiting", "sending"] as const) {
    const latest = await ctx.db
      .query("deliveries")
      .withIndex("by_state_and_send_at", (q) => q.eq("state", state).gt("sendAt", now + CLAIM_MS))
      .order("desc")
      .take(CLAIM_BATCH);
    for (const row of latest) {
      const sendAt = dueAgain(row, now);
      if (sendAt !== null) await ctx.db.patch("deliveries", row._id, { sendAt: Math.max(now, sendAt) });
    }
  }
}

/** The message must be due by `now`. */
export async function startSending(ctx: MutationCtx, now: number): Promise<null> {
  const due = (await dueIn(ctx, "waiting", now).first()) ?? (await dueIn(ctx, "sending", now).first());
  if (due) await ctx.scheduler.runAfter(0, internal.deliveries.actions.deliveryRun.run, { at: now });
  return null;
}

const FOR_ANOTHER = "The reminder is for somebody else now";

/** The assignee is another member who may act on reminders. */
async function isForAnother(
  ctx: QueryCtx,
  { kennelId, userId }: Row,
  { assigneeId }: Doc<"reminders">,
): Promise<boolean> {
  return (
    assigneeId !== undefined &&
    assigneeId !== userId &&
    (await findAssignee(ctx, kennelId, assigneeId)) !== null
  );
}

/** Returns null if the message is needed. */
async function whyNotNeeded(
  ctx: QueryCtx,
  row: Row,
  user: Doc<"users"> | null,
  today: string,
): Promise<string | null> {
  const membership = await getMembership(ctx, row.kennelId, row.userId);
  const rights = membership && effectivePermissions(membership.role, membership.permissions);
  if (!user || !rights || !hasPermission(rights, "reminders", "read")) {
    return "The person no longer has access to the kennel's reminders";
  }
  if (row.kind === "test") return null;
  const { notifications, isDigestOn, mutedTypes } = await getUserSettings(ctx, user);
  if (row.kind === "digest") return isDigestOn ? null : "The daily digest was turned off";
  const reminder = row.reminderId && (await ctx.db.get("reminders", row.reminderId));
  if (!reminder || reminder.state === "removed") return "The reminder was removed";
  if (reminder.state === "completed") return "The reminder was completed";
  if (mutedTypes.includes(reminder.reminderType)) return "Reminders of this type were turned off";
  if (isSnoozed({ snoozedUntil: reminder.snoozedUntil ?? null }, today)) return "The reminder was snoozed";
  if (await isForAnother(ctx, row, reminder)) return FOR_ANOTHER;
  if (!notifications[row.channel] || !reminder.notifications[row.channel])
    return "The channel was turned off";
  return null;
}

/** Saves the result for the history. */
async function end(
  ctx: MutationCtx,
  { _id, attempts }: Row,
  state: "sent" | "failed" | "skipped",
  message: string,
  now: number,
): Promise<void> {
  await ctx.db.patch("deliveries", _id, {
    state,
    sendAt: now,
    attempts: [...attempts, { at: now, status: state, message }],
  });
}

/** A message that cannot or need not be sent is ended instead. */
async function claim(ctx: MutationCtx, row: Row, now: number): Promise<Claimed | null> {
  const user = await ctx.db.get("users", row.userId);
  const today = dayIn(await timeZoneOf(ctx, row.kennelId), now);
  const device = row.deviceId ? await ctx.db.get("pushSubscriptions", row.deviceId) : null;
  const facts = await readFacts(ctx, row, today);
  const reason =
    (await whyNotNeeded(ctx, row, user, today)) ??
    (row.channel === "push" && !device ? "The device no longer accepts push notifications" : null) ??
    (row.kind === "digest" && facts?.lines.length === 0 ? "Nothing is due anymore" : null);
  if (reason !== null || !user || !facts) {
    await end(ctx, row, "skipped", reason ?? "The reminder was removed", now);
    // The next sweep notifies the new assignee.
    if (reason === FOR_ANOTHER && row.reminderId)
      await ctx.db.patch("reminders", row.reminderId, { notifyAt: now });
    return null;
  }
  const { phone } = await getUserSettings(ctx, user);
  const claims = row.claims + 1;
  await ctx.db.patch("deliveries", row._id, { state: "sending", sendAt: now + CLAIM_MS, claims });
  return {
    deliveryId: row._id,
    kennelId: row.kennelId,
    claim: claims,
    channel: row.channel,
    to: row.channel === "sms" ? (phone ?? "") : user.email,
    device: device && { endpoint: device.endpoint, p256dh: device.p256dh, auth: device.auth },
    createdAt: row._creationTime,
    facts,
  };
}

/** Interrupted messages are first. Also returns whether more messages may be due. */
export async function claimDue(
  ctx: MutationCtx,
  now: number,
): Promise<{ claimed: Claimed[]; isMore: boolean }> {
  const cutOff = await dueIn(ctx, "sending", now).take(CLAIM_BATCH);
  const waiting = await dueIn(ctx, "waiting", now).take(CLAIM_BATCH - cutOff.length);
  const due = [...cutOff, ...waiting];
  const claimed: Claimed[] = [];
  for (const row of due) {
    const one = await claim(ctx, row, now);
    if (one) claimed.push(one);
  }
  return { claimed, isMore: due.length === CLAIM_BATCH };
}

/** Returns null after the last attempt. */
function retryAt({ attempts }: Row, { retryAfterMs = 0 }: Outcome, now: number): number | null {
  const failures = attempts.filter(({ status }) => status === "failed").length;
  const minutes = RETRY_MINUTES[failures];
  return minutes === undefined ? null : now + Math.max(minutes * MINUTE_MS, retryAfterMs);
}

interface Report {
  readonly deliveryId: Row["_id"];
  readonly claim: number;
  readonly outcome: Outcome;
}

/** After the claim has expired, only a success is saved. */
export async function report(
  ctx: MutationCtx,
  { deliveryId, claim, outcome }: Report,
  now: number,
): Promise<null> {
  const row = await ctx.db.get("deliveries", deliveryId);
  const isOpen = row?.state === "sending" || row?.state === "waiting";
  if (!row || !isOpen || (claim !== row.claims && !outcome.isSent)) return null;
  if (outcome.isSent) {
    await end(ctx, row, "sent", outcome.message, now);
    return null;
  }
  if (outcome.isDeviceGone && row.deviceId && (await ctx.db.get("pushSubscriptions", row.deviceId))) {
    await ctx.db.delete("pushSubscriptions", row.deviceId);
  }
  const sendAt = outcome.isFinal ? null : retryAt(row, outcome, now);
  if (sendAt === null) {
    await end(ctx, row, "failed", outcome.message, now);
    return null;
  }
  await ctx.db.patch("deliveries", deliveryId, {
    state: "waiting",
    sendAt,
    attempts: [...row.attempts, { at: now, status: "failed", message: outcome.message }],
  });
  return null;
}
