/**
 * When the clock of this deployment was last looked at: one row. Written by platform/model/changes/settledTime.ts,
 * which also explains its use.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const clockMarks = defineTable({
  /** The moment of the last look. */
  seenAt: v.number(),
  /** Since when the clock has not jumped; 0 for the first look of a deployment. */
  steadySince: v.number(),
  /** How far time had certainly come before the last jump. */
  settledAt: v.number(),
});
