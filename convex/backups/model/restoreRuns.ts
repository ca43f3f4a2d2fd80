/**
 * Which scheduled action drives a restore. A restart of the server ends it without a word, so a watch that outlives the
 * restart looks every few seconds whether it still runs. Restores within a request have none: they are over when the server
 * was started since they last moved.
 */
import { env, type MutationCtx } from "../../_generated/server";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";

/** The time from a cut to the try that goes on, at most; the kennel is locked meanwhile. */
const WATCH_EVERY_MS = 10_000;

export type JobId = Id<"_scheduled_functions">;

/** Looks again later whether a restore is still driven. */
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

/** Has an action drive a restore, or go on with it, and watches that it does. */
export async function scheduleRun(ctx: MutationCtx, restoreId: Id<"restores">, delayMs = 0): Promise<void> {
  const jobId = await ctx.scheduler.runAfter(delayMs, internal.backups.actions.backupRestore.run, {
    restoreId,
  });
  await ctx.db.patch("restores", restoreId, { jobId });
  await watchLater(ctx, restoreId, jobId, delayMs);
}

/** Says whether the server was started after a moment; false where nothing tells, or a clock was set back since the start. */
export function isBeforeStart(at: number): boolean {
  const startedAt = Number(env.LOCAL_STARTED_AT ?? 0);
  return at < startedAt && startedAt <= Date.now();
}
