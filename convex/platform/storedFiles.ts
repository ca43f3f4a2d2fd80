/** The regular sweep that deletes files without any referring row. */
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { sweepFiles } from "./model/files/storedFiles";

/** Schedules the following batch. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepFiles(ctx),
});
