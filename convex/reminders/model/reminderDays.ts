/**
 * Keeps from which day on how many pending reminders are overdue, in the transaction of every change. A kennel whose
 * reminders are older than the counts is counted once from its rows, by the first change or by the migration.
 */
import { MAX_PENDING_REMINDERS } from "../../../domain/constants/reminders";
import { overdueFromOf } from "../../../domain/reminders/due";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { causeOf, forgetDismissals } from "../../platform/model/alertDismissals";
import { findCounters, keepCounters } from "../../platform/model/counters";

type Counted = Pick<Doc<"reminders">, "state" | "dueDate" | "snoozedUntil">;

/** Days with overdue reminders that are added up; a pending one has one, so there are no more of them. */
const MOST_DAYS = MAX_PENDING_REMINDERS;

const dayOf = (reminder: Counted | null): string | null =>
  reminder?.state === "pending"
    ? overdueFromOf({ dueDate: reminder.dueDate, snoozedUntil: reminder.snoozedUntil ?? null })
    : null;

async function adjustDay(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  overdueFrom: string,
  change: number,
): Promise<void> {
  const row = await ctx.db
    .query("reminderDays")
    .withIndex("by_kennel_and_overdue_from", (q) => q.eq("kennelId", kennelId).eq("overdueFrom", overdueFrom))
    .unique();
  const count = (row?.count ?? 0) + change;
  if (row && count === 0) await ctx.db.delete("reminderDays", row._id);
  else if (row) await ctx.db.patch("reminderDays", row._id, { count });
  else await ctx.db.insert("reminderDays", { kennelId, overdueFrom, count });
}

const pendingRows = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"reminders">[]> =>
  await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) => q.eq("kennelId", kennelId).eq("state", "pending"))
    .take(MAX_PENDING_REMINDERS);

/** Counts the kennel's days from its rows, whatever was counted before. */
export async function recountReminderDays(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const stored = await ctx.db
    .query("reminderDays")
    .withIndex("by_kennel_and_overdue_from", (q) => q.eq("kennelId", kennelId))
    .take(MOST_DAYS);
  for (const row of stored) await ctx.db.delete("reminderDays", row._id);
  const counts = new Map<string, number>();
  for (const row of await pendingRows(ctx, kennelId)) {
    const day = dayOf(row);
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  for (const [overdueFrom, count] of counts) {
    await ctx.db.insert("reminderDays", { kennelId, overdueFrom, count });
  }
  await keepCounters(ctx, kennelId, { hasReminderDays: true });
}

/** Follows a reminder that was added, changed or deleted; called after that. */
export async function followReminder(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  before: Doc<"reminders"> | null,
  after: Pick<Doc<"reminders">, "state" | "dueDate" | "snoozedUntil" | "priority"> | null,
): Promise<void> {
  const [was, is] = [dayOf(before), dayOf(after)];
  // What people put away is of another day or urgency now.
  if (before && (was !== is || before.priority !== after?.priority)) {
    await forgetDismissals(ctx, kennelId, causeOf("reminder", before._id));
  }
  if (was === is) return;
  const counters = await findCounters(ctx, kennelId);
  if (!counters?.hasReminderDays) return await recountReminderDays(ctx, kennelId);
  if (was !== null) await adjustDay(ctx, kennelId, was, -1);
  if (is !== null) await adjustDay(ctx, kennelId, is, 1);
}

/** Counts the pending reminders that are overdue on a day, of those overdue since `since` at the earliest. */
export async function countOverdue(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  since = "",
): Promise<number> {
  const counters = await findCounters(ctx, kennelId);
  if (!counters?.hasReminderDays) {
    const days = (await pendingRows(ctx, kennelId)).map(dayOf);
    return days.filter((day) => day !== null && since <= day && day <= today).length;
  }
  const rows = await ctx.db
    .query("reminderDays")
    .withIndex("by_kennel_and_overdue_from", (q) =>
      q.eq("kennelId", kennelId).gte("overdueFrom", since).lte("overdueFrom", today),
    )
    .take(MOST_DAYS);
  return rows.reduce((sum, { count }) => sum + count, 0);
}
