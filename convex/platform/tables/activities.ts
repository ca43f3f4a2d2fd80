/**
 * The activity list of a kennel, the newest first. Written by platform/model/changes/activities.ts in the
 * transaction of the change. If a record is deleted, its entry remains without the link. Entries are deleted after
 * ACTIVITY_DAYS.
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
    /** Absent for automatic work, and in entries from before the field existed. */
    userId: v.optional(v.id("users")),
    /**
     * The entry came from an uploaded backup file of another server. In that case `userId` is the user who restored
     * the file.
     */
    isFromUpload: v.optional(v.boolean()),
    /** Readers check whether the record still exists. */
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
