/** Reminders, counted again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { adjustReminderCount } from "./reminderCounts";
import { followReminder } from "./reminderDays";
import { notifyAtAfter } from "./reminderNotices";

/**
 * Counts a reminder, and calculates when people are told of it from now on: what has passed is not told again, but one that
 * was here and has fallen due meanwhile still is.
 */
export async function countReminder(ctx: MutationCtx, row: Doc<"reminders">): Promise<void> {
  await adjustReminderCount(ctx, row, 1);
  await followReminder(ctx, row.kennelId, null, row);
  const notifyAt = await notifyAtAfter(ctx, row, row.notifyAt);
  if (notifyAt !== row.notifyAt) await ctx.db.patch("reminders", row._id, { notifyAt });
}
