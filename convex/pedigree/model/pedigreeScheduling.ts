/** Schedules the background work on a kennel's packed pedigree. At most one step is scheduled at a time. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { changePedigreeState, getPedigreeState } from "../../dogs/model/pedigreeStates";

/** Nothing happens if a step is already scheduled. */
export async function beginWork(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const { workedAt } = await getPedigreeState(ctx, kennelId);
  if (workedAt !== undefined) return;
  await scheduleStep(ctx, kennelId);
}

export async function scheduleStep(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  await changePedigreeState(ctx, kennelId, { workedAt: Date.now() });
  await ctx.scheduler.runAfter(0, internal.pedigree.coefficients.advance, { kennelId });
}
