/**
 * Alerts of a kennel that a person has dismissed. An alert is identified by its cause and the occurrence of the
 * cause. When the cause ends, the row is deleted, so that the alert appears again if the cause returns. Written by
 * platform/model/people/alertDismissals.ts. Source: decision GAP-DASH-12.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const alertDismissals = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    /** The kind and the record, such as `reminder.{id}`. */
    cause: v.string(),
    /** The date, or the limit that was reached, distinguishes the occurrences of one cause. */
    occurrence: v.string(),
    dismissedAt: v.number(),
  })
    .index("by_kennel_and_user", ["kennelId", "userId"])
    .index("by_kennel_and_cause", ["kennelId", "cause"]),
);
