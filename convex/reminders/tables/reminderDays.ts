/**
 * The number of a kennel's pending reminders that become overdue on a date, with one row for each such date, so
 * that overdue reminders can be counted without being read. The projection of reminders writes the rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const reminderDays = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Snoozing a reminder changes this date. */
    overdueFrom: v.string(),
    count: v.number(),
  }).index("by_kennel_and_overdue_from", ["kennelId", "overdueFrom"]),
);
