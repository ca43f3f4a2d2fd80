/**
 * The number of a kennel's puppies per status, with one row for each status that occurs. Written by the projection
 * in tables/projections.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { puppyStatusValidator } from "./puppies";
import { rows } from "../../platform/tables/rows";

export const puppyCounts = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    status: puppyStatusValidator,
    count: v.number(),
  }).index("by_kennel_and_status", ["kennelId", "status"]),
);
