/**
 * Taking an import back: first the dogs that it added go, youngest first, then those that it changed become what they
 * were, unless somebody has saved them since. It runs in batches and can be cut off anywhere. Also the sweep that
 * takes up what stands still and forgets what nobody confirmed.
 */
import { REMEMBERED_IMPORT_DAYS, UNCONFIRMED_IMPORT_DAYS } from "../../../domain/constants/imports";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { followBirthsLater } from "../../vaccinations/model/birthFollowing";
import { putDownTo } from "../../platform/model/changeRecorder";
import { moveOffspringCounts } from "../../dogs/model/dogRelations";
import { releaseDog } from "../../dogs/model/dogs";
import { followDog } from "../../vaccinations/model/doseRows";
import { discardRun, failRun, startUndoing } from "./importRuns";
import { Tally } from "./importWriting";
import { clearRun } from "./importPlanning";
import { changePedigreeState, raiseRevision } from "../../platform/model/pedigreeStates";
import { settlePedigree } from "../../platform/model/pedigreeWork";

type Run = Doc<"importRuns">;

/** Dogs deleted in one transaction; each costs about a dozen reads, and 200 came near the second a function may take. */
const UNDO_BATCH = 50;

const DAY_MS = 86_400_000;
const STUCK_AFTER_MS = 120_000;
const SWEEP_BATCH = 20;

/** Takes back the next part of a run, then goes on in another transaction until nothing is left of it. */
export async function undoNext(ctx: MutationCtx, runId: Id<"importRuns">): Promise<null> {
  const run = await ctx.db.get("importRuns", runId);
  if (run?.state !== "undoing") return null;
  putDownTo(ctx, { by: run.userId, source: "import" });
  const done = (await deleteAdded(ctx, run)) || (await restoreChanged(ctx, run));
  if (done > 0) {
    await ctx.db.patch("importRuns", runId, { done: run.done + done, stateSince: Date.now() });
    await ctx.scheduler.runAfter(0, internal.imports.imports.undo, { runId });
  } else {
    await finishUndoing(ctx, run);
  }
  return null;
}

async function deleteAdded(ctx: MutationCtx, run: Run): Promise<number> {
  const dogs = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_import", (q) => q.eq("kennelId", run.kennelId).eq("importId", run._id))
    .order("desc")
    .take(UNDO_BATCH);
  const tally = new Tally();
  for (const dog of dogs) {
    // Its own offspring in the import are gone already; others keep its name as text.
    await releaseDog(ctx, dog);
    tally.count(dog, -1);
    await ctx.db.delete("dogs", dog._id);
  }
  await tally.apply(ctx, run.kennelId);
  return dogs.length;
}

async function restoreChanged(ctx: MutationCtx, run: Run): Promise<number> {
  const step = await ctx.db
    .query("importSteps")
    .withIndex("by_kennel_and_run", (q) =>
      q.eq("kennelId", run.kennelId).eq("runId", run._id).lt("index", run.nextStep),
    )
    .order("desc")
    .first();
  if (!step) return 0;
  const tally = new Tally();
  const reborn: Id<"dogs">[] = [];
  for (const { dogId, savedAt, row } of step.before ?? []) {
    const dog = await ctx.db.get("dogs", dogId);
    if (!dog || dog.updatedAt !== savedAt) continue;
    await moveOffspringCounts(
      ctx,
      { sireId: dog.sireId ?? null, damId: dog.damId ?? null },
      { sireId: row.sireId ?? null, damId: row.damId ?? null },
    );
    // Counts are of other rows and have moved on; the rest is as it was.
    const { primaryPhotoId: _former, ...former } = row;
    await ctx.db.replace("dogs", dogId, {
      ...former,
      ...(dog.primaryPhotoId === undefined ? {} : { primaryPhotoId: dog.primaryPhotoId }),
      offspringCount: dog.offspringCount,
      healthRecordCount: dog.healthRecordCount,
      photoCount: dog.photoCount,
      updatedAt: dog.updatedAt + 1,
    });
    await followDog(ctx, dog, { ...dog, ...row });
    if (row.dateOfBirth !== dog.dateOfBirth) reborn.push(dogId);
    tally.count(dog, -1);
    tally.count(row, 1);
  }
  await tally.apply(ctx, run.kennelId);
  await followBirthsLater(ctx, reborn);
  await ctx.db.delete("importSteps", step._id);
  return step.entries.length;
}

async function finishUndoing(ctx: MutationCtx, run: Run): Promise<void> {
  await changePedigreeState(ctx, run.kennelId, { hiddenImportId: undefined });
  await raiseRevision(ctx, run.kennelId);
  await settlePedigree(ctx, run.kennelId);
  if (run.problem === undefined) await discardRun(ctx, run);
  else await failRun(ctx, run, run.problem);
}

/** Deletes what a finished run no longer needs: all of it for dogs, all but its changes for a pedigree database. */
export async function tidyRun(ctx: MutationCtx, runId: Id<"importRuns">, from: number): Promise<null> {
  const run = await ctx.db.get("importRuns", runId);
  if (run?.state !== "finished") return null;
  const rows = await ctx.db
    .query("importRows")
    .withIndex("by_kennel_and_run", (q) => q.eq("kennelId", run.kennelId).eq("runId", runId))
    .take(SWEEP_BATCH);
  for (const row of rows) await ctx.db.delete("importRows", row._id);
  const steps = await ctx.db
    .query("importSteps")
    .withIndex("by_kennel_and_run", (q) =>
      q.eq("kennelId", run.kennelId).eq("runId", runId).gte("index", from),
    )
    .take(SWEEP_BATCH);
  for (const step of steps) {
    if (run.kind === "dogs" || step.before === undefined) await ctx.db.delete("importSteps", step._id);
  }
  const last = steps.at(-1)?.index ?? from - 1;
  if (rows.length > 0 || steps.length > 0) {
    await ctx.scheduler.runAfter(0, internal.imports.imports.tidy, { runId, from: last + 1 });
  }
  return null;
}

/** Deletes what is left of a run that is gone or failed, batch by batch. */
export async function clearNext(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  runId: Id<"importRuns">,
): Promise<null> {
  if (await clearRun(ctx, kennelId, runId)) {
    await ctx.scheduler.runAfter(0, internal.imports.imports.clear, { kennelId, runId });
  }
  return null;
}

/** Takes up the imports that a restart cut off, and forgets those that nobody confirmed. */
export async function sweepRuns(ctx: MutationCtx): Promise<null> {
  const now = Date.now();
  const standingStill = async (state: Run["state"], before: number) =>
    await ctx.db
      .query("importRuns")
      .withIndex("by_state_and_since", (q) => q.eq("state", state).lt("stateSince", before))
      .take(SWEEP_BATCH);
  for (const state of ["checking", "writing", "undoing"] as const) {
    for (const run of await standingStill(state, now - STUCK_AFTER_MS)) await takeUp(ctx, run, now);
  }
  const expired = now - UNCONFIRMED_IMPORT_DAYS * DAY_MS;
  for (const state of ["staging", "checked", "failed"] as const) {
    for (const run of await standingStill(state, expired)) await discardRun(ctx, run);
  }
  // A pedigree database stays as long as its ancestors do, so that it can be removed.
  const remembered = await ctx.db
    .query("importRuns")
    .withIndex("by_state_and_kind_and_since", (q) =>
      q
        .eq("state", "finished")
        .eq("kind", "dogs")
        .lt("stateSince", now - REMEMBERED_IMPORT_DAYS * DAY_MS),
    )
    .take(SWEEP_BATCH);
  for (const run of remembered) await discardRun(ctx, run);
  return null;
}

/** Writes that were tried so often in vain are taken back. */
const MAX_TAKEN_UP = 3;

async function takeUp(ctx: MutationCtx, run: Run, now: number): Promise<void> {
  const { _id: runId, state } = run;
  if (state === "checking") {
    await ctx.db.patch("importRuns", runId, { stateSince: now });
    await ctx.scheduler.runAfter(0, internal.imports.imports.plan, { runId });
    return;
  }
  await ctx.db.patch("importRuns", runId, { stateSince: now, attempt: run.attempt + 1 });
  if (state === "undoing") await ctx.scheduler.runAfter(0, internal.imports.imports.undo, { runId });
  else if (run.attempt < MAX_TAKEN_UP)
    await ctx.scheduler.runAfter(0, internal.imports.imports.write, { runId });
  else await startUndoing(ctx, run, "The import failed. Nothing was imported.");
}
