/** Keeps the kennel's numbers of reminders by state and type, in the transaction of the change that moves them. */
import { REMINDER_STATES, REMINDER_TYPES, type ReminderType } from "../../../domain/constants/reminders";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { noneOf, type Tally } from "../../platform/tables/tallies";

type TypeCounts = Tally<ReminderType>;

/** Numbers of a kennel, removed reminders left out. */
export interface ReminderCounts {
  readonly pending: TypeCounts;
  readonly completed: TypeCounts;
}

/** Reads the kennel's numbers. */
export async function getReminderCounts(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<ReminderCounts> {
  const rows = await ctx.db
    .query("reminderCounts")
    .withIndex("by_kennel_and_state_and_type", (q) => q.eq("kennelId", kennelId))
    .take(REMINDER_STATES.length * REMINDER_TYPES.length);
  const counts = { pending: noneOf(REMINDER_TYPES), completed: noneOf(REMINDER_TYPES) };
  for (const { state, reminderType, count } of rows) {
    if (state !== "removed") counts[state][reminderType] = count;
  }
  return counts;
}

/** Adds `change` to the number of a reminder's state and type; removed ones are not counted. */
export async function adjustReminderCount(
  ctx: MutationCtx,
  { kennelId, state, reminderType }: Pick<Doc<"reminders">, "kennelId" | "state" | "reminderType">,
  change: number,
): Promise<void> {
  if (state === "removed") return;
  const row = await ctx.db
    .query("reminderCounts")
    .withIndex("by_kennel_and_state_and_type", (q) =>
      q.eq("kennelId", kennelId).eq("state", state).eq("reminderType", reminderType),
    )
    .unique();
  if (row) await ctx.db.patch("reminderCounts", row._id, { count: row.count + change });
  else await ctx.db.insert("reminderCounts", { kennelId, state, reminderType, count: change });
}
