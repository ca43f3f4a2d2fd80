/** Putting former values back in reminders, the waiting list, templates and the kennel. */
import { fail } from "../../../domain/errors";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/records/applicant";
import { namesOf } from "../../../domain/records/record";
import { REMINDER_FIELDS, REPEATED_FIELDS } from "../../../domain/records/reminder";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { updateTemplate } from "../../contracts/model/contractTemplates";
import { setTimeZone } from "../../kennels/model/kennelTimeZones";
import { storeKennelSettings } from "../../kennels/model/kennelSettings";
import { updateKennel } from "../../kennels/model/kennels";
import { has, objectOf, typedOf, wholeOf, type Revert, type Values } from "./revert";
import { findAssignee } from "../../reminders/model/reminderAssignees";
import { patchRow } from "../../reminders/model/reminderRows";
import {
  completeReminder,
  restoreReminder,
  uncompleteReminder,
  updateReminder,
} from "../../reminders/model/reminders";
import { updateReminderTemplate } from "../../reminders/model/reminderTemplates";
import { returnApplicant, updateApplicant, withdrawApplicant } from "../../litters/model/waitingList";
import { nextVersion } from "../../platform/model/versions";

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
export const revertReminder: Revert<"reminders"> = async (ctx, row, former, by) => {
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

const SERIES_FIELDS = ["frequency", "interval", "endDate", "isEnded", ...namesOf(REPEATED_FIELDS)];

/** Puts back what a series makes from now on; it has no counts, so it is written as it was. */
export const revertSeries: Revert<"reminderSeries"> = async (ctx, row, all) => {
  const values = await withoutGone(ctx, row.kennelId, all);
  const isNotices = Object.keys(values).some((name) => name.startsWith("notifications."));
  // Values that this row had are of the row's types.
  const former = Object.fromEntries(
    SERIES_FIELDS.filter((name) => has(values, name)).map((name) => [name, values[name]]),
  ) as Partial<Doc<"reminderSeries">>;
  const notifications = isNotices
    ? (objectOf(
        { notifications: row.notifications },
        values,
        "notifications",
      ) as Doc<"reminderSeries">["notifications"])
    : row.notifications;
  await ctx.db.patch("reminderSeries", row._id, { ...former, notifications });
};

/** Puts back what a template of reminders was; how people are told is not changed in one. */
export const revertReminderTemplate: Revert<"reminderTemplates"> = async (ctx, row, values) => {
  const names = ["name", "title", "description", "reminderType", "priority", "offsetDays"];
  await updateReminderTemplate(ctx, row.kennelId, row._id, wholeOf(row, values, names));
};

/**
 * Puts back what an applicant was. Off the list and back on it they go as by hand, to its end; an offer is written as it
 * was, as nothing follows from it.
 */
export const revertApplicant: Revert<"waitingList"> = async (ctx, applicant, values) => {
  const typed = typedOf(values, namesOf(APPLICANT_FIELDS));
  if (Object.keys(typed).length > 0) await updateApplicant(ctx, applicant, typed);
  const names = namesOf(APPLICANT_STATE).filter((name) => has(values, name));
  if (names.length === 0) return;
  let row = (await ctx.db.get("waitingList", applicant._id)) ?? fail("NOT_FOUND");
  const isActive = values.status === "waiting" || values.status === "offered";
  if (values.status === "withdrawn") await withdrawApplicant(ctx, row);
  else if (isActive && !row.isActive) await returnApplicant(ctx, row);
  row = (await ctx.db.get("waitingList", applicant._id)) ?? fail("NOT_FOUND");
  // Values that this row had are of the row's types.
  const former = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Doc<"waitingList">>;
  await ctx.db.patch("waitingList", row._id, { ...former, updatedAt: nextVersion(row) });
};

/** Puts back what a contract template was. */
export const revertTemplate: Revert<"contractTemplates"> = async (ctx, row, values) => {
  const names = ["name", "kind", "body", "isDefault"].filter((name) => has(values, name));
  await updateTemplate(ctx, row, Object.fromEntries(names.map((name) => [name, values[name]])));
};

/** Puts back the kennel's details and its time zone, which moves what is to be told. */
export const revertKennel: Revert<"kennels"> = async (ctx, _row, values, { access }) => {
  const typed = typedOf(values, ["name", "prefix", "address", "phone", "email", "website"]);
  if (Object.keys(typed).length > 0) await updateKennel(ctx, access, typed);
  const { timeZone } = values;
  if (typeof timeZone === "string") await setTimeZone(ctx, access, timeZone);
};

const SETTINGS_FIELDS = [
  "taxId",
  "businessLicense",
  "primaryColor",
  "accentColor",
  "footerText",
  "showLogo",
] as const;

/** Puts back what was set, or the default where nothing was. */
export const revertKennelSettings: Revert<"kennelSettings"> = async (ctx, _row, values, { access }) => {
  const names = SETTINGS_FIELDS.filter((name) => has(values, name));
  // Values that this row had are of the row's types.
  const former = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<
    Pick<Doc<"kennelSettings">, (typeof SETTINGS_FIELDS)[number]>
  >;
  await storeKennelSettings(ctx, access, former);
};
