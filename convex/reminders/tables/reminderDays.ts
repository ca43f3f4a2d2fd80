/**
 * The number of pending reminders of a kennel that are overdue from a date on, one row per date that has any, so
 * that overdue ones can be counted without reading them. Written by the projection of reminders.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const reminderDays = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** The first date on which they are overdue, after any snoozing. */
    overdueFrom: v.string(),
    count: v.number(),
  }).index("by_kennel_and_overdue_from", ["kennelId", "overdueFrom"]),
);
