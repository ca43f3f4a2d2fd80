/** The lines of a file that an import leaves out or wonders about. Written and deleted with the plan. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const lineErrorValidator = v.object({ line: v.number(), fields: v.record(v.string(), v.string()) });
export const lineWarningValidator = v.object({ line: v.number(), message: v.string() });

export const importProblems = defineTable({
  kennelId: v.id("kennels"),
  runId: v.id("importRuns"),
  errors: v.array(lineErrorValidator),
  warnings: v.array(lineWarningValidator),
}).index("by_kennel_and_run", ["kennelId", "runId"]);
