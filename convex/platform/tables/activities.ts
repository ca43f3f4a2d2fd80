/**
 * What happened in a kennel, newest shown first. Written by platform/model/changes/activities.ts in the transaction of the
 * change it tells of; deleting a record keeps its entry and takes away the link. Entries go after ACTIVITY_DAYS.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ACTIVITY_RECORDS, ACTIVITY_TYPES } from "../../../domain/dashboard/rules";
import { rows } from "./rows";

export const activityTypeValidator = v.union(...ACTIVITY_TYPES.map((type) => v.literal(type)));
export const activityRecordValidator = v.union(...ACTIVITY_RECORDS.map((table) => v.literal(table)));

export const activities = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    type: activityTypeValidator,
    title: v.string(),
    description: v.string(),
    timestamp: v.number(),
    dogId: v.optional(v.id("dogs")),
    /** Who did it; absent for what the kennel's nightly work did, and for entries from before it was kept. */
    userId: v.optional(v.id("users")),
    /** Whether it came with a backup file that was not made here: its user is who restored that. */
    isFromUpload: v.optional(v.boolean()),
    /** The record that it tells of, by its table and id; whether it is still there is seen when the entry is read. */
    record: v.optional(v.object({ table: activityRecordValidator, id: v.string() })),
  })
    .index("by_kennel_and_timestamp", ["kennelId", "timestamp"])
    .index("by_kennel_and_type_and_timestamp", ["kennelId", "type", "timestamp"])
    .index("by_kennel_and_dog_and_timestamp", ["kennelId", "dogId", "timestamp"])
    .index("by_kennel_and_dog_and_type_and_timestamp", ["kennelId", "dogId", "type", "timestamp"]),
  {
    onDelete: {
      dogId: { does: "clear", by: "by_kennel_and_dog_and_timestamp", inBatches: "both" },
    },
    backup: { place: 180, one: "activity entry", many: "activity entries" },
  },
);
