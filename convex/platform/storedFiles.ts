/** The recurring step that deletes files which never came to belong to anything. */
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { sweepFiles } from "./model/files/storedFiles";

/** Looks at the next files that are old enough to be owned, and goes on by itself while there are more. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepFiles(ctx),
});
