/**
 * How many breedings of each status a kennel has, one row per status that ever occurred. Written by
 * breedings/model/breedingCounts.ts in the transaction of the change it counts; the tabs of the breeding screen read it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { breedingStatusValidator } from "./breedings";

export const breedingCounts = defineTable({
  kennelId: v.id("kennels"),
  status: breedingStatusValidator,
  count: v.number(),
}).index("by_kennel_and_status", ["kennelId", "status"]);
