/**
 * How many puppies of each status a kennel has, one row per status that ever occurred. Written by
 * litters/model/puppyCounts.ts in the transaction of the change it counts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { puppyStatusValidator } from "./puppies";

export const puppyCounts = defineTable({
  kennelId: v.id("kennels"),
  status: puppyStatusValidator,
  count: v.number(),
}).index("by_kennel_and_status", ["kennelId", "status"]);
