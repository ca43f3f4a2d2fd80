/**
 * The number of doses given, due and booked on each date of a month. A month has a row only if there are any;
 * counts and distant pages then need not read the doses. Written by vaccinations/model/vaccinationMonths.ts in the
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
    /** Numbers by day of the month; index 0 is the first. */
    given: v.array(v.number()),
    due: v.array(v.number()),
    booked: v.array(v.number()),
  }).index("by_kennel_and_month", ["kennelId", "month"]),
);
