/** The reminders on the dashboard: the next tasks, and today's reminders. Source: decision GAP-DASH-07. */
import { addDays } from "../../../domain/dates/calendar-days";
import { isSnoozed } from "../../../domain/reminders/due";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readDismissed } from "../../platform/model/people/alertDismissals";
import type { Access } from "../../platform/model/people/identity";
import { checkToday } from "../../platform/model/people/today";
import { isPressing, MOST_LOOKED_AT, occurrenceOf } from "./dashboardAlerts";
import { ReminderReader, type Reminder } from "../../reminders/model/reminderShape";

interface Asked {
  readonly today: string;
  readonly from?: string;
  readonly until?: string;
  readonly limit: number;
  readonly isLeftOut?: (row: Doc<"reminders">) => boolean;
  /** These rows are listed even after the limit is reached. */
  readonly isKept?: (row: Doc<"reminders">) => boolean;
}

/** The tasks are sorted by date, without snoozed reminders. Throws VALIDATION_FAILED. */
export async function listUpcomingTasks(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { today, from = "", until = "9999-12-31", limit, isLeftOut = () => false, isKept }: Asked,
): Promise<Reminder[]> {
  checkToday(today);
  const pending = ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("state", "pending").gte("dueDate", from).lte("dueDate", until),
    );
  const found: Doc<"reminders">[] = [];
  let seen = 0;
  for await (const row of pending) {
    if ((found.length >= limit && !isKept) || seen === MOST_LOOKED_AT) break;
    seen += 1;
    if (isSnoozed({ snoozedUntil: row.snoozedUntil ?? null }, today) || isLeftOut(row)) continue;
    if (found.length < limit || isKept?.(row)) found.push(row);
  }
  return await new ReminderReader(ctx).describeAll(found);
}

/**
 * Overdue reminders are first. Each group has its own limit, so neither group displaces the other. Reminders with
 * an alert are listed even beyond the limit, because users must be able to complete them here. Reminders whose
 * alert the caller dismissed are left out.
 */
export async function listRemindersOfToday(
  ctx: QueryCtx,
  access: Access,
  { today, limit }: Pick<Asked, "today" | "limit">,
): Promise<Reminder[]> {
  checkToday(today);
  const dismissed = await readDismissed(ctx, access);
  const isLeftOut = (row: Doc<"reminders">) => isPressing(row) && dismissed.has(occurrenceOf(row));
  const { kennelId } = access;
  const overdue = { today, until: addDays(today, -1), limit, isLeftOut, isKept: isPressing };
  return [
    ...(await listUpcomingTasks(ctx, kennelId, overdue)),
    ...(await listUpcomingTasks(ctx, kennelId, { today, from: today, until: today, limit })),
  ];
}
