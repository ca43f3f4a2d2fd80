/**
 * Bodies and parameters that the REST calls of reminders share. `type` is accepted as a second name of
 * `reminderType`: decision GAP-REM-05.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { REMINDER_TABS, REMINDER_TYPES } from "../../../domain/reminders/rules";
import { REMINDER_RECORD } from "../../../domain/reminders/record";
import {
  newReminderSchema,
  notificationChangesSchema,
  recurringSchema,
  reminderChangesSchema,
} from "../../../domain/reminders/schemas";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Reminder } from "../model/reminderShape";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import { kennelReference, oneOrAll, savedVersion, searchQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

export const tags = ["Reminders"];

const typed = newReminderSchema.shape;
const asReminderType = { description: "The same as reminderType, which wins" };

const { title, description, reminderType, priority, dueDate, ...others } = recordBody(
  REMINDER_RECORD,
  reminderChangesSchema.shape,
);

const writtenFields = {
  description,
  reminderType,
  // The schema is created again here, because a schema that was created before zod was extended has no `openapi`
  // method.
  type: reminderType.optional().openapi(asReminderType),
  priority,
  dueDate,
  ...others,
  recurring: typed.recurring,
  notifications: notificationChangesSchema.optional(),
};

export const newReminderBody = z.object({
  kennelId: kennelReference,
  title: typed.title,
  ...writtenFields,
  dueDate: dueDate.optional().openapi({ description: "Today if omitted" }),
});

export const newSeriesBody = newReminderBody.extend({ recurring: recurringSchema });

export const reminderUpdates = z.object({ title, ...writtenFields });

export const reminderChangeBody = reminderUpdates.extend({ updatedAt: savedVersion });

type Written = Omit<Zod.output<typeof reminderUpdates>, "title">;

export const toReminderFields = <Body extends Written>({
  type,
  recurring,
  notifications,
  ...sent
}: Body) => ({
  ...toRecordFields(REMINDER_RECORD, sent),
  recurring,
  notifications,
  reminderType: sent.reminderType ?? type,
});

export const exampleReminder: Zod.input<typeof newReminderBody> = {
  title: "Worming",
  reminderType: "medication",
  priority: "medium",
  dueDate: "2025-06-20",
  notifications: { email: true, sms: false, push: true, daysInAdvance: [7, 1] },
};

export const reminderIds = z
  .array(z.string().min(1), { error: "reminderIds must be a list of ids" })
  .min(1, "Choose at least one reminder")
  .openapi({ example: ["jd7f3k9m2"] });

export const reminderTypeQuery = oneOrAll(REMINDER_TYPES, "Empty means every type");

export const filterQuery = {
  reminderType: reminderTypeQuery,
  type: oneOrAll(REMINDER_TYPES, "Empty means every type", "Type").openapi(asReminderType),
  state: oneOrAll(REMINDER_TABS, "Empty means pending and completed ones", "State"),
  assignee: z.string().optional().openapi({ description: "A person's id; only what is for them" }),
  search: searchQuery("Every word must be found in title, description or dog"),
};

export const toFilters = <
  Query extends { type?: string; state?: string; reminderType?: string; assignee?: string },
>({
  type,
  state,
  assignee,
  ...query
}: Query) => ({ ...query, tab: state, reminderType: query.reminderType ?? type, assigneeId: assignee });

/** A recurring reminder becomes a series. Without a date, the reminder is due today. */
export async function createReminder(
  env: ActionCtx,
  { today }: { readonly today: string },
  { kennelId, ...body }: Zod.output<typeof newReminderBody>,
): Promise<Reminder> {
  return await env.runMutation(api.reminders.reminders.create, {
    ...toReminderFields(body),
    dueDate: body.dueDate ?? today,
    kennelId,
  });
}
