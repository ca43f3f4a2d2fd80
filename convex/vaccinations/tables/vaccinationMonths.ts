/**
 * The number of given, due and scheduled doses on each date of a month, so that counts and distant pages need not
 * read the doses. A month without doses has no row. The projections in tables/projections.ts write the rows in the
 * transaction that changes a number.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const vaccinationMonths = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** `YYYY-MM`. */
    month: v.string(),
    /** The numbers are sorted by day of the month. Index 0 is the first day. */
    given: v.array(v.number()),
    due: v.array(v.number()),
    booked: v.array(v.number()),
  }).index("by_kennel_and_month", ["kennelId", "month"]),
);
