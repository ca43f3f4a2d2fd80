/** What putting former values of reminders and series back has of its own. */
import { fail } from "../../../domain/errors";
import { namesOf, omitFields } from "../../../domain/records/record";
import { REMINDER_STATE } from "../../../domain/reminders/record";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { has, without, type Revert, type Values, type Reverts } from "../../platform/model/changes/reverting";
import { findAssignee } from "./reminderAssignees";
import { completeReminder, restoreReminder, uncompleteReminder } from "./reminders";

/** Leaves out a former assignee who may no longer be one. */
async function withoutGone(ctx: QueryCtx, kennelId: Id<"kennels">, values: Values): Promise<Values> {
  const { assigneeId } = values;
  const isGone = typeof assigneeId === "string" && !(await findAssignee(ctx, kennelId, assigneeId));
  return isGone ? without(values, "assigneeId") : values;
}

/** What the steps between its states set of a reminder. */
const OF_STEPS = namesOf(omitFields(REMINDER_STATE, ["snoozedUntil"]));

/** Pending, completed or removed a reminder becomes by the step that leads there. */
const prepareReminder: Revert<"reminders">["prepare"] = async (ctx, reminder, former, { access, today }) => {
  const { state, completionNotes } = former;
  const notes = typeof completionNotes === "string" ? completionNotes : null;
  if (has(former, "state")) {
    if (reminder.state === "removed") await restoreReminder(ctx, reminder);
    else if (state === "pending") await uncompleteReminder(ctx, { reminder });
    else if (state === "completed") await completeReminder(ctx, { reminder, access }, { today, notes });
  }
  const now = (await ctx.db.get("reminders", reminder._id)) ?? fail("NOT_FOUND");
  const values = without(await withoutGone(ctx, reminder.kennelId, former), ...OF_STEPS);
  return now.state === "pending" ? values : without(values, "snoozedUntil");
};

export const reminderReverts: Reverts = {
  reminders: { prepare: prepareReminder },
  reminderSeries: {
    prepare: async (ctx, { kennelId }, values) => await withoutGone(ctx, kennelId, values),
  },
};
