/**
 * A kennel's breedings and litters by year: matings and stud fees by the date of mating, births by the date of
 * whelping. A year without breedings and litters has no row. The projections of breedings and litters write the
 * rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BREEDING_STATUSES } from "../../../domain/breedings/rules";
import { rows } from "../../platform/tables/rows";
import { tallyFields } from "../../platform/tables/tallies";

export const breedingYearFields = {
  ...tallyFields(BREEDING_STATUSES),
  litters: v.number(),
  born: v.number(),
  alive: v.number(),
  males: v.number(),
  females: v.number(),
  studIncomeCents: v.number(),
  studCostCents: v.number(),
};

export const breedingYears = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Four digits. */
    year: v.string(),
    ...breedingYearFields,
  }).index("by_kennel_and_year", ["kennelId", "year"]),
);
