/**
 * The single row with the keys that sign the addresses of photos. Written by
 * platform/model/files/photoAddresses.ts, which creates the row with the first photo. A cron renews the key, so
 * that old addresses expire although no query reads the clock, and open screens receive new addresses.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const photoKeys = defineTable({
  current: v.string(),
  /** A recently created address still works with the previous key. */
  previous: v.string(),
});
