/**
 * How many reminders a kennel has of each state and type, one row each, so that tabs and statistics need not read
 * them. Written by reminders/model/reminderCounts.ts in the transaction of the change it counts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { reminderStateValidator, reminderTypeValidator } from "./reminders";
import { rows } from "../../platform/tables/rows";

export const reminderCounts = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    state: reminderStateValidator,
    reminderType: reminderTypeValidator,
    count: v.number(),
  }).index("by_kennel_and_state_and_type", ["kennelId", "state", "reminderType"]),
);
