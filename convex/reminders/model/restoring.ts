/** Notices of reminders, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { notifyAtAfter } from "./reminderNotices";

/**
 * Calculates when people are told of a reminder from now on: what has passed is not told again, but one that was here
 * and has fallen due meanwhile still is.
 */
export async function renewNotice(ctx: MutationCtx, row: Doc<"reminders">): Promise<void> {
  const notifyAt = await notifyAtAfter(ctx, row, row.notifyAt);
  if (notifyAt !== row.notifyAt) await ctx.db.patch("reminders", row._id, { notifyAt });
}
