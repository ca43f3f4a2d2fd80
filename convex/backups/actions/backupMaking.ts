"use node";
/**
 * The action that creates a backup. The action runs in Node, because only Node has enough memory for the records of
 * twenty years.
 */
import { v } from "convex/values";
import { internalAction } from "../../platform/functions";
import { makeBackup } from "./backupMaker";

export const make = internalAction({
  args: { backupId: v.id("backups") },
  returns: v.boolean(),
  handler: async (ctx, { backupId }): Promise<boolean> => await makeBackup(ctx, backupId),
});
