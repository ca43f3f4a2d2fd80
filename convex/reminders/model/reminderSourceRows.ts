/**
 * The reminders that other records make, as rows: finding one by its source, and deleting it. Apart from making them,
 * which reads dogs, so that dogs can let go of theirs.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteRow } from "./reminderRows";

/** Finds the reminder of a source, whatever its state. */
export const findReminderOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  source: string,
): Promise<Doc<"reminders"> | null> =>
  await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) => q.eq("kennelId", kennelId).eq("source", source))
    .unique();

/** Deletes the pending reminder of a source whose reason is gone; a completed one stays. */
export async function dropReminderOf(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  source: string,
): Promise<void> {
  const found = await findReminderOf(ctx, kennelId, source);
  if (found && found.state !== "completed") await deleteRow(ctx, found);
}
