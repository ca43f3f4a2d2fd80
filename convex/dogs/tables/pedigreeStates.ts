/**
 * One row per kennel about its pedigrees as a whole, apart from what lists read. Written by dogs/model/pedigreeStates.ts
 * in the transaction of the change.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const pedigreeStates = defineTable({
  kennelId: v.id("kennels"),
  /** Rises when a dog comes, goes, or changes in what identifies or relates it. */
  revision: v.number(),
  /** The import whose ancestors nobody sees yet, or no longer. */
  hiddenImportId: v.optional(v.id("importRuns")),
  /** The run whose coefficients are shown. */
  coefficientRunId: v.optional(v.id("coefficientRuns")),
}).index("by_kennel", ["kennelId"]);
