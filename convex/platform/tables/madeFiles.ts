/** The fields of files that are made in steps for somebody who asked, and are fetched until they expire. */
import { v } from "convex/values";

export const madeFileFields = {
  /** The breeder's day when it was asked for. */
  today: v.string(),
  state: v.union(v.literal("writing"), v.literal("ready"), v.literal("failed")),
  /** Steps of the way done so far, and in all. */
  done: v.number(),
  total: v.number(),
  fileName: v.string(),
  storageId: v.optional(v.id("_storage")),
  startedAt: v.number(),
  /** The work that writes it; absent where a request waits for the file itself. */
  jobId: v.optional(v.id("_scheduled_functions")),
  /** How often it was begun again because its work was cut off. */
  restarts: v.optional(v.number()),
};
