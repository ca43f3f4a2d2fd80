/** Putting former values back in reminders, series and templates. */
import { fail } from "../../../domain/errors";
import { namesOf } from "../../../domain/records/record";
import { REMINDER_FIELDS } from "../../../domain/records/reminder";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  has,
  objectOf,
  revertRow,
  typedOf,
  wholeOf,
  type Revert,
  type Values,
  type Reverts,
} from "../../platform/model/reverting";
import { findAssignee } from "./reminderAssignees";
import { patchRow } from "./reminderRows";
import { updateReminderTemplate } from "./reminderTemplates";
import { completeReminder, restoreReminder, uncompleteReminder, updateReminder } from "./reminders";

/** Puts back how a reminder stood: pending, completed or removed, each with what follows. */
const revertState: Revert<"reminders"> = async (
  ctx,
  reminder,
  { state, completionNotes },
  { access, today },
) => {
  if (reminder.state === "removed") {
    await restoreReminder(ctx, reminder);
    return;
  }
  if (state === "pending") await uncompleteReminder(ctx, { reminder });
  if (state !== "completed") return;
  const notes = typeof completionNotes === "string" ? completionNotes : null;
  await completeReminder(ctx, { reminder, access }, { today, notes });
};

/** Leaves out a former assignee who may no longer be one. */
async function withoutGone(ctx: QueryCtx, kennelId: Id<"kennels">, values: Values): Promise<Values> {
  const { assigneeId, ...others } = values;
  const isGone = typeof assigneeId === "string" && !(await findAssignee(ctx, kennelId, assigneeId));
  return isGone ? others : values;
}

/** Puts back what a reminder was. */
const revertReminder: Revert<"reminders"> = async (ctx, row, former, by) => {
  const values = await withoutGone(ctx, row.kennelId, former);
  if (has(values, "state")) await revertState(ctx, row, values, by);
  let reminder = (await ctx.db.get("reminders", row._id)) ?? fail("NOT_FOUND");
  const { snoozedUntil } = values;
  if (has(values, "snoozedUntil") && reminder.state === "pending") {
    reminder = await patchRow(ctx, reminder, {
      snoozedUntil: typeof snoozedUntil === "string" ? snoozedUntil : undefined,
    });
  }
  const isNotices = Object.keys(values).some((name) => name.startsWith("notifications."));
  const typed: Record<string, unknown> = {
    ...typedOf(values, namesOf(REMINDER_FIELDS)),
    ...(isNotices && {
      notifications: objectOf({ notifications: reminder.notifications }, values, "notifications"),
    }),
  };
  if (Object.keys(typed).length > 0) await updateReminder(ctx, { reminder }, typed);
};

/** Puts back what a series makes from now on. */
const revertSeries: Revert<"reminderSeries"> = async (ctx, row, values) => {
  await revertRow(ctx, "reminderSeries", row, await withoutGone(ctx, row.kennelId, values));
};

/** Puts back what a template of reminders was; how people are told is not changed in one. */
const revertReminderTemplate: Revert<"reminderTemplates"> = async (ctx, row, values) => {
  const names = ["name", "title", "description", "reminderType", "priority", "offsetDays"];
  await updateReminderTemplate(ctx, row.kennelId, row._id, wholeOf(row, values, names));
};

/** How each kind of record has former values put back. */
export const reminderReverts = {
  reminders: revertReminder,
  reminderSeries: revertSeries,
  reminderTemplates: revertReminderTemplate,
} satisfies Reverts;
