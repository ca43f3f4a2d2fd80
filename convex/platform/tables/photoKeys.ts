/**
 * The single row with the keys that sign the addresses of photos. Written by
 * platform/model/files/photoAddresses.ts, which creates the row with the first photo. A cron renews the key. Old
 * addresses therefore expire although no query reads the clock, and open screens receive new addresses when the key
 * changes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const photoKeys = defineTable({
  current: v.string(),
  /** The previous key stays valid for some time, so that a recently created address still works. */
  previous: v.string(),
});
