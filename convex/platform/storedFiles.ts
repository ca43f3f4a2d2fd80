/** The regular sweep that deletes files to which no row refers. */
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { sweepFiles } from "./model/files/storedFiles";

/** Checks the next batch of old files, and schedules the one after it. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepFiles(ctx),
});
