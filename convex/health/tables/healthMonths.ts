/**
 * The number of health records per type in a month, and their costs, so that lists and statistics need not read the
 * records. The projection of health records in tables/projections.ts writes the rows. A month without records has
 * no row.
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
    /** A type without records is absent. */
    records: v.record(v.string(), v.number()),
    costCents: v.number(),
  }).index("by_kennel_and_month", ["kennelId", "month"]),
);
