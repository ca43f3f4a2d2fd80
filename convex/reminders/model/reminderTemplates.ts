/** The reminder templates of a kennel, both its own and the built-in templates. */
import { v, type Infer } from "convex/values";
import { MAX_REMINDER_TEMPLATES, type ReminderType } from "../../../domain/reminders/rules";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { checkLimit, fail } from "../../../domain/errors";
import { BUILT_IN_REMINDER_TEMPLATES, type TemplateFields } from "../../../domain/reminders/templates";
import { parseOrFail } from "../../../domain/records/parse";
import {
  reminderFiltersSchema,
  changedReminderTemplateSchema,
  fromTemplateSchema,
  newReminderTemplateSchema,
} from "../../../domain/reminders/schemas";
import { isSameText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  notificationsValidator,
  reminderPriorityValidator,
  reminderTypeValidator,
} from "../tables/reminders";
import type { Faults } from "../../platform/model/changes/checking";
import type { Access } from "../../platform/model/people/identity";
import { createReminder } from "./reminders";
import { notificationArgs, type Reminder } from "./reminderShape";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";

export const reminderTemplateShape = v.object({
  /** A row's id, or the name of a built-in template. */
  id: v.string(),
  name: v.string(),
  reminderType: reminderTypeValidator,
  title: v.string(),
  description: v.union(v.string(), v.null()),
  priority: reminderPriorityValidator,
  offsetDays: v.number(),
  notifications: notificationsValidator,
  isBuiltIn: v.boolean(),
});
export type ReminderTemplate = Infer<typeof reminderTemplateShape>;

export const newReminderTemplateArgs = {
  name: v.string(),
  reminderType: v.optional(v.string()),
  title: v.string(),
  description: v.optional(v.union(v.string(), v.null())),
  priority: v.optional(v.string()),
  offsetDays: v.optional(v.number()),
  notifications: v.optional(notificationArgs),
};

const toTemplate = ({ _id, ...row }: Doc<"reminderTemplates">): ReminderTemplate => ({
  id: _id,
  name: row.name,
  reminderType: row.reminderType,
  title: row.title,
  description: row.description ?? null,
  priority: row.priority,
  offsetDays: row.offsetDays,
  notifications: row.notifications,
  isBuiltIn: false,
});

const ownTemplates = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: ReminderType | null,
): Promise<Doc<"reminderTemplates">[]> =>
  await ctx.db
    .query("reminderTemplates")
    .withIndex("by_kennel_and_type", (q) =>
      type === null ? q.eq("kennelId", kennelId) : q.eq("kennelId", kennelId).eq("reminderType", type),
    )
    .take(MAX_REMINDER_TEMPLATES);

/** The kennel's own templates come before the built-in templates. */
export async function listReminderTemplates(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typed: string | undefined,
): Promise<ReminderTemplate[]> {
  const { reminderType: type } = parseOrFail(reminderFiltersSchema.pick({ reminderType: true }), {
    reminderType: typed,
  });
  const builtIn = BUILT_IN_REMINDER_TEMPLATES.filter(
    ({ reminderType }) => type === null || reminderType === type,
  );
  return [
    ...(await ownTemplates(ctx, kennelId, type)).map(toTemplate),
    ...builtIn.map((template) => ({ ...template, isBuiltIn: true })),
  ];
}

const NAME_TAKEN = "Another template has this name";

/** The kennel's own and the built-in templates are compared. */
const isTaken = (name: string, others: readonly { name: string }[]): boolean =>
  [...others, ...BUILT_IN_REMINDER_TEMPLATES].some((other) => isSameText(other.name, name));

/** Throws VALIDATION_FAILED for the name if another template has this name. */
function refuseTakenName(name: string, others: readonly { name: string }[]): void {
  if (isTaken(name, others)) fail("VALIDATION_FAILED", { fields: { name: NAME_TAKEN } });
}

/** The error suggests an unused name. */
export async function findTakenName(
  ctx: QueryCtx,
  { _id, kennelId, name }: Doc<"reminderTemplates">,
): Promise<Faults> {
  const others = (await ownTemplates(ctx, kennelId, null)).filter((row) => row._id !== _id);
  if (!isTaken(name, others)) return {};
  let number = 2;
  while (isTaken(numbered(name, number), others)) number += 1;
  return { name: { message: NAME_TAKEN, instead: numbered(name, number) } };
}

/** The name is shortened if necessary. */
const numbered = (name: string, number: number): string =>
  `${name.slice(0, SHORT_TEXT_MAX - String(number).length - 1)} ${number}`;

/** Throws NOT_FOUND for a built-in template. */
async function requireOwnTemplate(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  templateId: string,
): Promise<Doc<"reminderTemplates">> {
  return await requireRowOf(ctx, "reminderTemplates", templateId, { kennelId });
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createReminderTemplate(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  fields: object,
): Promise<ReminderTemplate> {
  const { description, ...typed } = parseOrFail(newReminderTemplateSchema, fields);
  const own = await ownTemplates(ctx, kennelId, null);
  checkLimit(own.length, MAX_REMINDER_TEMPLATES);
  refuseTakenName(typed.name, own);
  const id = await ctx.db.insert("reminderTemplates", {
    kennelId,
    ...typed,
    description: description ?? undefined,
  });
  return toTemplate(await getOrFail(ctx, "reminderTemplates", id));
}

/** The template may be built-in. Throws NOT_FOUND. */
async function requireTemplate(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  templateId: string,
): Promise<TemplateFields> {
  const builtIn = BUILT_IN_REMINDER_TEMPLATES.find(({ id }) => id === templateId);
  if (builtIn) return builtIn;
  return toTemplate(await requireRowOf(ctx, "reminderTemplates", templateId, { kennelId }));
}

/** The due date is the template's number of days after the base date. Throws NOT_FOUND or VALIDATION_FAILED. */
export async function createFromTemplate(
  ctx: MutationCtx,
  access: Access,
  templateId: string,
  fields: object,
): Promise<Reminder> {
  const template = await requireTemplate(ctx, access.kennelId, templateId);
  const { baseDate, dogId } = parseOrFail(fromTemplateSchema, fields);
  const { title, description, reminderType, priority, offsetDays, notifications } = template;
  return await createReminder(ctx, access, {
    title,
    description,
    reminderType,
    priority,
    notifications,
    dogId,
    dueDate: addDays(baseDate, offsetDays),
  });
}

/** Throws NOT_FOUND or VALIDATION_FAILED. */
export async function updateReminderTemplate(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  templateId: string,
  fields: object,
): Promise<null> {
  const { _id } = await requireOwnTemplate(ctx, kennelId, templateId);
  const { description, ...changed } = parseOrFail(changedReminderTemplateSchema, fields);
  const own = await ownTemplates(ctx, kennelId, null);
  refuseTakenName(
    changed.name,
    own.filter((row) => row._id !== _id),
  );
  await ctx.db.patch("reminderTemplates", _id, { ...changed, description: description ?? undefined });
  return null;
}

/** Throws NOT_FOUND for a built-in template. */
export async function removeReminderTemplate(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  templateId: string,
): Promise<null> {
  const { _id } = await requireOwnTemplate(ctx, kennelId, templateId);
  await ctx.db.delete("reminderTemplates", _id);
  return null;
}
