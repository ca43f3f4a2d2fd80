/**
 * When this deployment last read its clock, in a single row. Written by platform/model/changes/settledTime.ts,
 * which also explains its use.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const clockMarks = defineTable({
  /** When the clock was last read. */
  seenAt: v.number(),
  /** The time since which the clock has not jumped; 0 after the first reading of a deployment. */
  steadySince: v.number(),
  /** The time up to which due work was certain before the last jump of the clock. */
  settledAt: v.number(),
});
