/**
 * How many pending reminders of a kennel are overdue from a day on, one row per day that has any, so that the number of
 * overdue ones needs no reading of them. Written by the projection of
 * reminders.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const reminderDays = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** The first day on which they are overdue, snoozing calculated in. */
    overdueFrom: v.string(),
    count: v.number(),
  }).index("by_kennel_and_overdue_from", ["kennelId", "overdueFrom"]),
);
