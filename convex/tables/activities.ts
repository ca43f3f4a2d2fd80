/**
 * What happened in a kennel, newest shown first. Written by model/activities.ts in the transaction of the
 * change it tells of; deleting a record keeps its entry and takes away the link.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ACTIVITY_TYPES } from "../../domain/constants/activities";

export const activityTypeValidator = v.union(...ACTIVITY_TYPES.map((type) => v.literal(type)));

export const activities = defineTable({
  kennelId: v.id("kennels"),
  type: activityTypeValidator,
  title: v.string(),
  description: v.string(),
  timestamp: v.number(),
  dogId: v.optional(v.id("dogs")),
})
  .index("by_kennel_and_timestamp", ["kennelId", "timestamp"])
  .index("by_kennel_and_dog", ["kennelId", "dogId"]);
