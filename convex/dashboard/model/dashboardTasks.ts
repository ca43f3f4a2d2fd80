/** The reminders on the dashboard: the next tasks, and all of today. Source: decision GAP-DASH-07. */
import { isSnoozed } from "../../../domain/reminders/due";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { checkToday } from "../../platform/model/people/today";
import { ReminderReader, type Reminder } from "../../reminders/model/reminderShape";

/** Pending reminders that are looked through for some that do not rest. */
const MOST_LOOKED_AT = 200;

/**
 * Lists what is pending until a day, or on any day, and does not rest, the overdue first and then by day; throws
 * VALIDATION_FAILED.
 */
export async function listUpcomingTasks(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { today, until = "9999-12-31", limit }: { today: string; until?: string; limit: number },
): Promise<Reminder[]> {
  checkToday(today);
  const pending = ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("state", "pending").lte("dueDate", until),
    );
  const found: Doc<"reminders">[] = [];
  let seen = 0;
  for await (const row of pending) {
    if (found.length === limit || seen === MOST_LOOKED_AT) break;
    seen += 1;
    if (!isSnoozed({ snoozedUntil: row.snoozedUntil ?? null }, today)) found.push(row);
  }
  return await new ReminderReader(ctx).describeAll(found);
}
