"use node";
/**
 * The action that makes a backup. It runs in Node, where the memory is large enough for the records of twenty
 * years.
 */
import { v } from "convex/values";
import { internalAction } from "../../platform/functions";
import { makeBackup } from "./backupMaker";

/** Makes a backup. */
export const make = internalAction({
  args: { backupId: v.id("backups") },
  returns: v.boolean(),
  handler: async (ctx, { backupId }): Promise<boolean> => await makeBackup(ctx, backupId),
});
