/**
 * How far the search for files without an owner has come: one row. Written by platform/model/files/storedFiles.ts. Every file is
 * looked at once, when it is old enough (domain/files/rules.ts); by then it belongs to something or to nothing.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const fileSweeps = defineTable({
  /** The creation time of the newest file that has been looked at. */
  sweptUpTo: v.number(),
});
