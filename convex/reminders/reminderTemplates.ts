/**
 * The registered functions of reminder templates: list, create, update, remove, and create a reminder from a
 * template.
 */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { reminderShape } from "./model/reminderShape";
import {
  createFromTemplate,
  createReminderTemplate,
  listReminderTemplates,
  newReminderTemplateArgs,
  reminderTemplateShape,
  removeReminderTemplate,
  updateReminderTemplate,
} from "./model/reminderTemplates";

/** The kennel's own templates come before the built-in templates. */
export const list = kennelQuery({
  permission: "reminders:read",
  args: { type: v.optional(v.string()) },
  returns: v.array(reminderTemplateShape),
  handler: async (ctx, { type }) => await listReminderTemplates(ctx, ctx.access.kennelId, type),
});

export const create = kennelMutation({
  permission: "reminders:write",
  args: newReminderTemplateArgs,
  returns: reminderTemplateShape,
  handler: async (ctx, args) => await createReminderTemplate(ctx, ctx.access.kennelId, args),
});

export const update = kennelMutation({
  permission: "reminders:write",
  args: {
    templateId: v.string(),
    name: v.string(),
    title: v.string(),
    description: v.union(v.string(), v.null()),
    reminderType: v.string(),
    priority: v.string(),
    offsetDays: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { templateId, ...args }) =>
    await updateReminderTemplate(ctx, ctx.access.kennelId, templateId, args),
});

export const remove = kennelMutation({
  permission: "reminders:write",
  args: { templateId: v.string() },
  returns: v.null(),
  handler: async (ctx, { templateId }) => await removeReminderTemplate(ctx, ctx.access.kennelId, templateId),
});

export const use = kennelMutation({
  permission: "reminders:write",
  args: {
    templateId: v.string(),
    baseDate: v.string(),
    dogId: v.optional(v.union(v.string(), v.null())),
  },
  returns: reminderShape,
  handler: async (ctx, { templateId, ...args }) =>
    await createFromTemplate(ctx, ctx.access, templateId, args),
});
