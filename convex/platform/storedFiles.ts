/** The recurring step that deletes files that never got an owner. */
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { sweepFiles } from "./model/files/storedFiles";

/** Checks the next old files, and schedules the rest. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepFiles(ctx),
});
