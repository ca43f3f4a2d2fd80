/**
 * A kennel's sales and entries by year. A year without sales and entries has no row. The projections in
 * tables/projections.ts write the rows. Stud fees are read from the breedings.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const financeYears = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Four digits. */
    year: v.string(),
    puppiesSold: v.number(),
    salesCents: v.number(),
    incomeCents: v.number(),
    costCents: v.number(),
  }).index("by_kennel_and_year", ["kennelId", "year"]),
);
