/**
 * The reminders that other records make, as rows: naming a source, finding its reminder, and deleting it. Apart from making them,
 * which reads dogs, so that dogs can let go of theirs.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeRow } from "../../platform/model/changes/removing";

const BOOKING = "scheduled-vaccination:";

/** Names a booked vaccination as the source of its reminder. */
export const sourceOfBooking = (id: Id<"scheduledVaccinations">): string => `${BOOKING}${id}`;

/** Returns the booked vaccination that a reminder is about; null when another record made it, or a person. */
export function bookingOf({ source }: Pick<Doc<"reminders">, "source">): Id<"scheduledVaccinations"> | null {
  // Only `sourceOfBooking` writes such a source.
  return source?.startsWith(BOOKING) ? (source.slice(BOOKING.length) as Id<"scheduledVaccinations">) : null;
}

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
  if (found && found.state !== "completed") await removeRow(ctx, "reminders", found);
}
