/** The fields of files that are created step by step on request and can be downloaded until they expire. */
import { v } from "convex/values";

export const madeFileFields = {
  /** The user's date at the time of the request. */
  today: v.string(),
  state: v.union(v.literal("writing"), v.literal("ready"), v.literal("failed")),
  /** Finished steps, and all steps. */
  done: v.number(),
  total: v.number(),
  fileName: v.string(),
  storageId: v.optional(v.id("_storage")),
  startedAt: v.number(),
  /** Absent if a request waits for the file. */
  jobId: v.optional(v.id("_scheduled_functions")),
  /** Restarts after an interruption. */
  restarts: v.optional(v.number()),
};
