/**
 * Decides when people are notified of which reminders. `notifyAt` of a pending reminder is the time of its next
 * notice, which deliveries/model/noticeSweep.ts sends.
 */
import { MAX_PENDING_REMINDERS } from "../../../domain/reminders/rules";
import { nextNotice, noticeAfterChange } from "../../../domain/reminders/notices";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { timeZoneOf } from "../../platform/model/people/timeZones";

/** Past notices are not repeated. A due notice that is not sent yet remains due. */
export async function notifyAtOf(ctx: QueryCtx, reminder: Doc<"reminders">): Promise<number | undefined> {
  const { state, kennelId, notifyAt: waiting } = reminder;
  if (state !== "pending") return undefined;
  const zone = await timeZoneOf(ctx, kennelId);
  return noticeAfterChange(reminder, zone, { waiting, now: Date.now() }) ?? undefined;
}

/** The kennel's time zone has changed. */
export async function replanNotices(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const pending = await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) => q.eq("kennelId", kennelId).eq("state", "pending"))
    .take(MAX_PENDING_REMINDERS);
  const zone = await timeZoneOf(ctx, kennelId);
  const now = Date.now();
  for (const row of pending) {
    // A due notice that waits for the next run is not moved.
    if (row.notifyAt !== undefined && row.notifyAt <= now) continue;
    const notifyAt = nextNotice(row, zone, now)?.at;
    if (notifyAt !== row.notifyAt) await ctx.db.patch("reminders", row._id, { notifyAt });
  }
}

/** Handles the next kennels after the cursor, and schedules the same work for the remaining kennels. */
export async function replanAllNotices(ctx: MutationCtx, cursor: string | null): Promise<null> {
  const { page, isDone, continueCursor } = await ctx.db.query("kennels").paginate({ numItems: 1, cursor });
  for (const { _id } of page) await replanNotices(ctx, _id);
  if (!isDone) {
    await ctx.scheduler.runAfter(0, internal.reminders.reminders.replan, { cursor: continueCursor });
  }
  return null;
}
