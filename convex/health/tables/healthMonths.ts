/**
 * The number of health records of each type in a month, and their costs. Lists read their totals from here, and
 * statistics read the costs by month, instead of reading the records. The projection of health records in
 * tables/projections.ts writes them; a month without records has no row.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const healthMonths = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** `YYYY-MM` of the records' dates. */
    month: v.string(),
    /** Records by type; a type without records is absent. */
    records: v.record(v.string(), v.number()),
    costCents: v.number(),
  }).index("by_kennel_and_month", ["kennelId", "month"]),
);
