/**
 * The numbers of dogs' registrations besides the first, so that a dog is found by any of them without a scan.
 * Written by the projections in tables/projections.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const dogNumbers = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** The number, folded. */
    numberKey: v.string(),
    dogId: v.id("dogs"),
    /** How many registrations of the dog have it. */
    registrations: v.number(),
  }).index("by_kennel_and_number", ["kennelId", "numberKey", "dogId"]),
);
