/**
 * The one row of keys that photo addresses are signed with. Written by platform/model/files/photoAddresses.ts: made with the
 * first photo and renewed by a cron, so that an address holds for a limited time without any query reading the
 * clock, and open screens get fresh addresses when the key changes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const photoKeys = defineTable({
  current: v.string(),
  /** Still accepted, so that an address just handed out does not fail. */
  previous: v.string(),
});
