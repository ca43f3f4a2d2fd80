/**
 * The progress of the search for files without an owner: one row. Written by platform/model/files/storedFiles.ts.
 * Every file is checked once, when it is old enough (domain/files/rules.ts); by then it has an owner or none.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const fileSweeps = defineTable({
  /** The creation time of the newest checked file. */
  sweptUpTo: v.number(),
});
