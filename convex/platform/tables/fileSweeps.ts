/**
 * The progress of the search for files that no row refers to, in a single row. Written by
 * platform/model/files/storedFiles.ts. Every file is checked once. At that time, the file is so old
 * (domain/files/rules.ts) that no new row will refer to it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const fileSweeps = defineTable({
  /** The creation time of the newest checked file. */
  sweptUpTo: v.number(),
});
