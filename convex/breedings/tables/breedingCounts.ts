/**
 * The number of a kennel's breedings per status, with one row for each status that occurs. The projection in
 * tables/projections.ts writes the rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { breedingStatusValidator } from "./breedings";
import { rows } from "../../platform/tables/rows";

export const breedingCounts = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    status: breedingStatusValidator,
    count: v.number(),
  }).index("by_kennel_and_status", ["kennelId", "status"]),
);
