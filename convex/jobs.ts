/** Lists the long jobs of all areas, resumes interrupted jobs, and deletes outdated rows. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { backupJob } from "./backups/model/backups";
import { restoreJob } from "./backups/model/restores";
import { dataExportJob } from "./exports/model/dataExports";
import { healthExportJob } from "./health/model/healthExports";
import { cascadeJob } from "./history/model/cascades";
import { importJob } from "./imports/model/importUndo";
import { removalJob } from "./kennels/model/kennelRemoval";
import { pedigreeJob } from "./pedigree/model/pedigreeWork";
import { internalMutation } from "./platform/functions";
import type { Job } from "./platform/model/changes/jobs";

export const JOBS: readonly Job[] = [
  ...[backupJob, restoreJob, dataExportJob, healthExportJob],
  ...[cascadeJob, importJob, removalJob, pedigreeJob],
];

export const sweep = internalMutation({
  args: { table: v.string() },
  returns: v.null(),
  handler: async (ctx, { table }) => {
    const job = JOBS.find((each) => each.table === table);
    for (const row of (await job?.findStuck(ctx)) ?? []) await job?.takeUp(ctx, row);
    if (await job?.expire?.(ctx)) await ctx.scheduler.runAfter(0, internal.jobs.sweep, { table });
    return null;
  },
});
