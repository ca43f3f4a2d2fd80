/**
 * Bodies and parameters that the REST calls of reminders share. `type` is taken beside `reminderType`: decision
 * GAP-REM-05.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { REMINDER_TABS, REMINDER_TYPES } from "../../../domain/constants/reminders";
import {
  newReminderSchema,
  notificationChangesSchema,
  recurringSchema,
  reminderChangesSchema,
  reminderType,
} from "../../../domain/schemas/reminder";
import { kennelReference, savedVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

export const tags = ["Reminders"];

const typed = newReminderSchema.shape;
const asReminderType = { description: "The same as reminderType, which wins" };

const writtenFields = {
  description: typed.description,
  reminderType: reminderType.optional(),
  type: reminderType.optional().openapi(asReminderType),
  priority: reminderChangesSchema.shape.priority,
  // Made here, so that it can describe itself: what domain/ makes may be older than the extended zod.
  dueDate: typed.dueDate.optional(),
  dueTime: typed.dueTime,
  dogId: typed.dogId,
  breedingId: typed.breedingId,
  litterId: typed.litterId,
  recurring: typed.recurring,
  notifications: notificationChangesSchema.optional(),
};

export const newReminderBody = z.object({
  kennelId: kennelReference,
  title: typed.title,
  ...writtenFields,
  // A new schema, as one made before zod was extended cannot describe itself.
  dueDate: writtenFields.dueDate.optional().openapi({ description: "Today if omitted" }),
});

export const newSeriesBody = newReminderBody.extend({ recurring: recurringSchema });

export const reminderUpdates = z.object({ title: typed.title.optional(), ...writtenFields });

export const reminderChangeBody = reminderUpdates.extend({ updatedAt: savedVersion });

type Written = Omit<Zod.output<typeof reminderUpdates>, "title">;

/** Brings a body's names into those the functions take. */
export const toReminderFields = <Body extends Written>({ type, ...fields }: Body) => ({
  ...fields,
  reminderType: fields.reminderType ?? type,
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

const reminderTypeQuery = z
  .string()
  .optional()
  .openapi({ enum: ["", ...REMINDER_TYPES], description: "Empty means every type" });

export const filterQuery = {
  reminderType: reminderTypeQuery,
  type: reminderTypeQuery.openapi(asReminderType),
  state: z
    .string()
    .optional()
    .openapi({ enum: ["", ...REMINDER_TABS], description: "Empty means pending and completed ones" }),
  search: z
    .string()
    .optional()
    .openapi({ description: "Every word must be found in title, description or dog" }),
};

/** Brings a query's names into those the functions take. */
export const toFilters = <Query extends { type?: string; state?: string; reminderType?: string }>({
  type,
  state,
  ...query
}: Query) => ({ ...query, tab: state, reminderType: query.reminderType ?? type });
