/**
 * The number of a kennel's pending reminders that become overdue on a date, one row for each such date, so that
 * overdue reminders can be counted without reading them. The projection of reminders writes them.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const reminderDays = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** The first date on which they are overdue; snoozing moves it. */
    overdueFrom: v.string(),
    count: v.number(),
  }).index("by_kennel_and_overdue_from", ["kennelId", "overdueFrom"]),
);
