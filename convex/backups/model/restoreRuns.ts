/**
 * Decides which scheduled action runs a restore. A restart of the server ends the action without an error. A
 * scheduled watcher survives the restart and checks every few seconds whether the action still runs. A restore
 * within a REST request has no action. Such a restore has ended if the server was started after the restore's last
 * progress.
 */
import { env, type MutationCtx } from "../../_generated/server";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";

/** The longest time until an interrupted restore is resumed. The kennel is locked during this time. */
const WATCH_EVERY_MS = 10_000;

export type JobId = Id<"_scheduled_functions">;

export async function watchLater(
  ctx: MutationCtx,
  restoreId: Id<"restores">,
  jobId: JobId | undefined,
  delayMs = 0,
): Promise<void> {
  await ctx.scheduler.runAfter(delayMs + WATCH_EVERY_MS, internal.backups.restores.watch, {
    restoreId,
    jobId,
  });
}

export async function scheduleRun(ctx: MutationCtx, restoreId: Id<"restores">, delayMs = 0): Promise<void> {
  const jobId = await ctx.scheduler.runAfter(delayMs, internal.backups.actions.backupRestore.run, {
    restoreId,
  });
  await ctx.db.patch("restores", restoreId, { jobId });
  await watchLater(ctx, restoreId, jobId, delayMs);
}

/** Returns false if the start is unknown or a clock was set back since the start. */
export function isBeforeStart(at: number): boolean {
  const startedAt = Number(env.LOCAL_STARTED_AT ?? 0);
  return at < startedAt && startedAt <= Date.now();
}
