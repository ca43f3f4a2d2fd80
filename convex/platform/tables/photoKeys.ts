/**
 * The one row of keys that sign photo addresses. Written by platform/model/files/photoAddresses.ts: created with
 * the first photo and renewed by a cron, so that addresses expire without any query reading the clock, and open
 * screens get new addresses when the key changes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const photoKeys = defineTable({
  current: v.string(),
  /** Still valid, so that an address just given out does not fail. */
  previous: v.string(),
});
