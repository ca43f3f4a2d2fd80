/**
 * The coefficients of all dogs from before the table `pedigreeParts` existed. No code writes these rows any longer.
 * A migration deletes them.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const coefficients = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    runId: v.id("coefficientRuns"),
    firstDogId: v.id("dogs"),
    dogIds: v.array(v.id("dogs")),
    coefficients: v.array(v.number()),
  }).index("by_kennel_and_run_and_dog", ["kennelId", "runId", "firstDogId"]),
  { isLarge: true },
);
