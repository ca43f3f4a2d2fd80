/**
 * What the occurrences of a recurring reminder are made of, and by which rule. An edit of one occurrence leaves its
 * series alone. Written by reminders/model/reminderSeries.ts; a series that has ended makes no further occurrence.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  frequencyValidator,
  notificationsValidator,
  reminderPriorityValidator,
  reminderTypeValidator,
} from "./reminders";
import { rows } from "../../platform/tables/rows";

export const reminderSeries = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    frequency: frequencyValidator,
    interval: v.number(),
    /** The last day that may be an occurrence. */
    endDate: v.optional(v.string()),
    /** The day from which the rule calculates. */
    startsOn: v.string(),
    isEnded: v.boolean(),
    title: v.string(),
    description: v.optional(v.string()),
    dueTime: v.optional(v.string()),
    reminderType: reminderTypeValidator,
    priority: reminderPriorityValidator,
    dogId: v.optional(v.id("dogs")),
    breedingId: v.optional(v.id("breedings")),
    litterId: v.optional(v.id("litters")),
    notifications: notificationsValidator,
  }).index("by_kennel", ["kennelId"]),
  {
    onDelete: {
      dogId: { does: "outlive" },
      litterId: { does: "outlive" },
      breedingId: { does: "outlive" },
    },
  },
);
