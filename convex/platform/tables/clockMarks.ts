/**
 * When this deployment last read its clock, in a single row. Written by platform/model/changes/settledTime.ts,
 * which also explains its use.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const clockMarks = defineTable({
  seenAt: v.number(),
  /** The clock has not jumped since this time; 0 after the first reading of a deployment. */
  steadySince: v.number(),
  /** Before the last jump of the clock, due work was certain up to this time. */
  settledAt: v.number(),
});
