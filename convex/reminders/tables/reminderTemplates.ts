/**
 * The reminder templates that a kennel has created. The built-in templates are in domain/reminders. Written by
 * reminders/model/reminderTemplates.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { choice, text } from "../../../domain/history/describing";
import {
  notificationHistory,
  notificationsValidator,
  reminderPriorityValidator,
  reminderTypeValidator,
} from "./reminders";
import { rows } from "../../platform/tables/rows";

export const reminderTemplates = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    name: v.string(),
    reminderType: reminderTypeValidator,
    title: v.string(),
    description: v.optional(v.string()),
    priority: reminderPriorityValidator,
    /** Days after the base date. */
    offsetDays: v.number(),
    notifications: notificationsValidator,
  }).index("by_kennel_and_type", ["kennelId", "reminderType"]),
  {
    onDelete: {},
    history: {
      place: 230,
      label: "Reminder template",
      plural: "Reminder templates",
      area: "reminders",
      titles: ["name"],
      fields: {
        name: text("Name"),
        reminderType: choice("Type"),
        title: text("Title"),
        description: text("Description"),
        priority: choice("Priority"),
        offsetDays: text("Days after the date"),
        ...notificationHistory,
      },
      unkept: [],
    },
    export: {
      place: 230,
      printed: ["name", "title", "reminderType", "offsetDays"],
    },
  },
);
