/**
 * The progress of the search for files that no row refers to, in a single row. Written by
 * platform/model/files/storedFiles.ts. Every file is checked once, when it is old enough (domain/files/rules.ts)
 * that no row will take it any more.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const fileSweeps = defineTable({
  /** The creation time of the newest checked file. */
  sweptUpTo: v.number(),
});
