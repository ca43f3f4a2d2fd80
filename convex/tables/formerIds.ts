/**
 * Which record a former id stands for now. A record that a restore adds gets a new id; by this row the same backup,
 * restored again, finds it instead of adding it twice. Written by model/restoreWriting.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const formerIds = defineTable({
  kennelId: v.id("kennels"),
  formerId: v.string(),
  currentId: v.string(),
  restoreId: v.id("restores"),
}).index("by_kennel_and_former", ["kennelId", "formerId"]);
