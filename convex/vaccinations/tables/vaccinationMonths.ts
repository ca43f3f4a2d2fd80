/**
 * The number of doses given, due and booked on each date of a month, one row per month that has any, so that counts
 * and distant pages need no scan. Written by vaccinations/model/vaccinationMonths.ts in the transaction of what it
 * counts.
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
    /** Numbers by day, the first of the month at index 0. */
    given: v.array(v.number()),
    due: v.array(v.number()),
    booked: v.array(v.number()),
  }).index("by_kennel_and_month", ["kennelId", "month"]),
);
