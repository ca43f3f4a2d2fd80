/** The fields of files that are made in steps on request, and can be downloaded until they expire. */
import { v } from "convex/values";

export const madeFileFields = {
  /** The breeder's date at the request. */
  today: v.string(),
  state: v.union(v.literal("writing"), v.literal("ready"), v.literal("failed")),
  /** Steps done so far, and in total. */
  done: v.number(),
  total: v.number(),
  fileName: v.string(),
  storageId: v.optional(v.id("_storage")),
  startedAt: v.number(),
  /** The job that writes it; absent if a request waits for the file. */
  jobId: v.optional(v.id("_scheduled_functions")),
  /** How often it was restarted after an interruption. */
  restarts: v.optional(v.number()),
};
