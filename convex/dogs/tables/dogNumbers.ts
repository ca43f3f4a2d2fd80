/**
 * The registration numbers of dogs, except the first number of each dog. With this table, a dog is found by any
 * number without reading all dogs. The projections in tables/projections.ts write the rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const dogNumbers = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Normalized for comparison. */
    numberKey: v.string(),
    dogId: v.id("dogs"),
    /** This many registrations of the dog have the number. */
    registrations: v.number(),
  }).index("by_kennel_and_number", ["kennelId", "numberKey", "dogId"]),
);
