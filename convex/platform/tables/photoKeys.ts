/**
 * The single row of keys that sign the addresses of photos. Written by platform/model/files/photoAddresses.ts,
 * which creates it with the first photo. A cron renews the key: old addresses expire without any query reading the
 * clock, and open screens receive new addresses when the key changes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const photoKeys = defineTable({
  current: v.string(),
  /** The previous key stays valid for a while, so that an address that was just made still works. */
  previous: v.string(),
});
