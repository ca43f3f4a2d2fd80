/** The uploaded rows of an import, in chunks. Written during the upload, read for the plan, and then deleted. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const importRowValidator = v.object({
  line: v.number(),
  values: v.record(v.string(), v.union(v.string(), v.number(), v.boolean())),
  errors: v.optional(v.record(v.string(), v.string())),
  warnings: v.optional(v.array(v.string())),
  /** Unreadable cells by field. */
  texts: v.optional(v.record(v.string(), v.string())),
});

export const importRows = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    runId: v.id("importRuns"),
    index: v.number(),
    rows: v.array(importRowValidator),
  }).index("by_kennel_and_run", ["kennelId", "runId", "index"]),
  { isLarge: true },
);
