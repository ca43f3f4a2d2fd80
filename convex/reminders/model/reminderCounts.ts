/** Reads the kennel's counts of reminders, which projections update (tables/projections.ts). */
import {
  MAX_PENDING_REMINDERS,
  REMINDER_STATES,
  REMINDER_TYPES,
  type ReminderType,
} from "../../../domain/reminders/rules";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { pendingOf } from "../../changes/follow";
import { noneOf, type Tally } from "../../platform/tables/tallies";
import { REMINDER_COUNTS } from "../tables/projections";

type TypeCounts = Tally<ReminderType>;

/** Removed reminders are not counted. */
export interface ReminderCounts {
  readonly pending: TypeCounts;
  readonly completed: TypeCounts;
}

/** The counts include this transaction's changes. */
export async function getReminderCounts(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<ReminderCounts> {
  const rows = await ctx.db
    .query("reminderCounts")
    .withIndex("by_kennel_and_state_and_type", (q) => q.eq("kennelId", kennelId))
    .take(REMINDER_STATES.length * REMINDER_TYPES.length);
  const numberOf = (state: string, reminderType: ReminderType): number => {
    const row = rows.find((one) => one.state === state && one.reminderType === reminderType);
    const { count = 0 } = pendingOf(ctx, REMINDER_COUNTS, kennelId, { state, reminderType });
    return (row?.count ?? 0) + count;
  };
  const counts = { pending: noneOf(REMINDER_TYPES), completed: noneOf(REMINDER_TYPES) };
  for (const type of REMINDER_TYPES) {
    counts.pending[type] = numberOf("pending", type);
    counts.completed[type] = numberOf("completed", type);
  }
  return counts;
}

/** Only pending reminders are counted. */
export async function countOverdue(ctx: QueryCtx, kennelId: Id<"kennels">, today: string): Promise<number> {
  const rows = await ctx.db
    .query("reminderDays")
    .withIndex("by_kennel_and_overdue_from", (q) => q.eq("kennelId", kennelId).lte("overdueFrom", today))
    // Each pending reminder has a single date, so there are never more rows than pending reminders.
    .take(MAX_PENDING_REMINDERS);
  return rows.reduce((sum, { count }) => sum + count, 0);
}
