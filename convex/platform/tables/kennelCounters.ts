/**
 * One row of stored counts per kennel. The counts are separate from the kennel's row, so that adding a dog does not
 * run every query again that reads the kennel. The projections of the areas update the numbers.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { DOG_STATUSES } from "../../../domain/dogs/rules";
import { noneOf, tallyFields } from "./tallies";
import { rows } from "./rows";

export const kennelCounters = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** External ancestors are not counted. */
    dogs: v.number(),
    externalDogs: v.number(),
    /** Dogs that count towards the plan's limit; absent until they were first counted. */
    countedDogs: v.optional(v.number()),
    /** Absent until the kennel has a litter. */
    litters: v.optional(v.number()),
    /** Absent until the kennel has a contact. */
    contacts: v.optional(v.number()),
    /** Absent until the kennel has a placement. */
    placements: v.optional(v.number()),
    /** Applications that wait for a decision; absent until the kennel has an application. */
    applications: v.optional(v.number()),
    /** Submitted forms that are not confirmed yet; absent until there is such a form. */
    applicationDrafts: v.optional(v.number()),
    /**
     * The newest doses that need no further dose, and completed scheduled vaccinations; absent until the first one
     * exists.
     */
    finishedDoses: v.optional(v.number()),
    completedBookings: v.optional(v.number()),
    /** Dogs on the list by status; absent until they were first counted. */
    dogsByStatus: v.optional(v.object(tallyFields(DOG_STATUSES))),
    /** No code writes this field any longer. */
    hasBreedingYears: v.optional(v.boolean()),
    hasReminderDays: v.optional(v.boolean()),
  }).index("by_kennel", ["kennelId"]),
);

export const COUNTERS = {
  table: "kennelCounters",
  index: "by_kennel",
  fresh: {
    dogs: 0,
    externalDogs: 0,
    countedDogs: 0,
    litters: 0,
    contacts: 0,
    placements: 0,
    applications: 0,
    applicationDrafts: 0,
    finishedDoses: 0,
    completedBookings: 0,
    dogsByStatus: noneOf(DOG_STATUSES),
  },
  late: ["countedDogs", "dogsByStatus"],
} as const;
