/** Rules for undoing changes of reminders and series, in addition to the general rules. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { without, type Revert, type Values, type Reverts } from "../../platform/model/changes/reverting";
import { trustedToday } from "../../platform/model/people/today";
import { findAssignee } from "./reminderAssignees";
import { checkRoom } from "./reminderRows";
import { completedBy, tellCompletion, WAITING } from "./reminders";

/** A former assignee may no longer be a possible assignee. */
async function withoutGone(ctx: QueryCtx, kennelId: Id<"kennels">, values: Values): Promise<Values> {
  const { assigneeId } = values;
  const isGone = typeof assigneeId === "string" && !(await findAssignee(ctx, kennelId, assigneeId));
  return isGone ? without(values, "assigneeId") : values;
}

const isCompleted = ({ state }: Doc<"reminders">): boolean => state === "completed";

/** The restored state determines whether the reminder is pending, and who completed it. */
const prepareReminder: Revert<"reminders">["prepare"] = async (ctx, reminder, former, { access, today }) => {
  const { state } = former;
  const values = await withoutGone(ctx, reminder.kennelId, former);
  if (state === "completed") return { completedDate: trustedToday(today), ...values, ...completedBy(access) };
  if (state === "pending") {
    await checkRoom(ctx, reminder.kennelId);
    return { ...values, ...WAITING };
  }
  if (state === "removed") return { ...values, wasCompleted: isCompleted(reminder) };
  const left = without(values, "completedDate", "completionNotes");
  return reminder.state === "pending" ? left : without(left, "snoozedUntil");
};

export const reminderReverts: Reverts = {
  reminders: {
    prepare: prepareReminder,
    tell: async (ctx, saved, before) => {
      if (isCompleted(saved) !== isCompleted(before)) await tellCompletion(ctx, saved);
    },
  },
  reminderSeries: {
    prepare: async (ctx, { kennelId }, values) => await withoutGone(ctx, kennelId, values),
  },
};
