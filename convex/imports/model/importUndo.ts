/**
 * Undoes an import: the changed dogs get their former values back, then the added dogs are deleted, offspring
 * before parents. importStaying.ts decides which dogs of a finished import remain. The undo runs in batches and can
 * be interrupted at any point. The sweep in this module resumes interrupted imports and deletes unconfirmed
 * imports.
 */
import { MAX_DOGS_PER_KENNEL } from "../../../domain/dogs/rules";
import { REMEMBERED_IMPORT_DAYS, UNCONFIRMED_IMPORT_DAYS } from "../../../domain/imports/rules";
import { writesConfidential } from "../../../domain/permissions/confidential";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { putDownTo } from "../../changes/recorder";
import { closeDogPresence } from "../../kennels/model/presence";
import { offspringCountOf, offspringOf } from "../../dogs/model/dogRelations";
import { releaseRow } from "../../platform/model/changes/removing";
import { recordActivity } from "../../platform/model/changes/activities";
import { leftAsTheyAre } from "../../platform/model/people/confidential";
import { getStanding } from "../../platform/model/people/identity";
import { discardRun, failRun, startUndoing } from "./importRuns";
import { canGoBack, isUsedSince, ownersBy, RowHolders } from "./importStaying";
import { clearRun } from "./importPlanning";
import { endHiding } from "../../dogs/model/pedigreeStates";
import { settlePedigree } from "../../pedigree/model/pedigreeWork";
import { job, stuckIn, SWEEP_BATCH } from "../../platform/model/changes/jobs";
import { settledNow } from "../../platform/model/changes/settledTime";

type Run = Doc<"importRuns">;

const UNDO_BATCH = 100;

const NAMED_KEPT = 20;

const DAY_MS = 86_400_000;
const TIDIED_AT_ONCE = 20;

/** Further transactions continue until the whole run is undone. */
export async function undoNext(ctx: MutationCtx, runId: Id<"importRuns">): Promise<null> {
  const run = await ctx.db.get("importRuns", runId);
  if (run?.state !== "undoing") return null;
  putDownTo(ctx, { by: run.undoneBy ?? run.userId, source: "import" });
  const done = (await restoreChanged(ctx, run)) || (await deleteAdded(ctx, run));
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
  if (dogs.length === 0) return 0;
  const records = await RowHolders.read(ctx, run.kennelId, "records");
  const mentions = await RowHolders.read(ctx, run.kennelId, "mentions");
  const kept: Doc<"dogs">[] = [];
  for (const dog of dogs) {
    const offspring = await offspringLeftOf(ctx, dog);
    if (
      (await isUsedSince(ctx, run, dog, records)) ||
      (run.kind === "dogs" && isWritten(run) && offspring > 0)
    ) {
      await ctx.db.patch("dogs", dog._id, {
        ...{ importId: undefined, importOrder: undefined },
        offspringCount: dog.offspringCount + offspring - offspringCountOf(ctx, dog),
      });
      kept.push(dog);
      continue;
    }
    if (offspring > 0) await releaseRow(ctx, "dogs", dog, { among: ["dogs"] });
    if (!dog.isExternal || (await mentions.has(dog._id))) {
      await releaseRow(ctx, "dogs", dog, {
        among: ["activities", "calendarFeeds", "dogOwners", "placements"],
      });
      await closeDogPresence(ctx, dog);
    }
    await ctx.db.delete("dogs", dog._id);
  }
  if (kept.length > 0) await noteKept(ctx, run, kept);
  return dogs.length;
}

/** The stored number is too high if an earlier version of Studbook started the undo. */
async function offspringLeftOf(ctx: QueryCtx, dog: Doc<"dogs">): Promise<number> {
  if (offspringCountOf(ctx, dog) === 0) return 0;
  return (await offspringOf(ctx, dog.kennelId, dog._id, dog.gender).take(MAX_DOGS_PER_KENNEL)).length;
}

async function noteKept(ctx: MutationCtx, run: Run, dogs: readonly Doc<"dogs">[]): Promise<void> {
  const { count, names } = run.kept ?? { count: 0, names: [] };
  await ctx.db.patch("importRuns", run._id, {
    kept: {
      count: count + dogs.length,
      names: [...names, ...dogs.map(({ name }) => name)].slice(0, NAMED_KEPT),
    },
  });
}

/** Until a run is completely written, its dogs already count offspring that are not written yet. */
const isWritten = (run: Run): boolean => run.finishedAt !== undefined;

async function restoreChanged(ctx: MutationCtx, run: Run): Promise<number> {
  const step = await ctx.db
    .query("importSteps")
    .withIndex("by_kennel_and_run", (q) =>
      q.eq("kennelId", run.kennelId).eq("runId", run._id).lt("index", run.nextStep),
    )
    .order("desc")
    .first();
  if (!step) return 0;
  const records = await RowHolders.read(ctx, run.kennelId, "records");
  const undoer = run.undoneBy && (await getStanding(ctx, run.kennelId, run.undoneBy));
  for (const { dogId, savedAt, row } of step.before ?? []) {
    const dog = await ctx.db.get("dogs", dogId);
    if (!dog || !(await canGoBack(ctx, run, dog, { savedAt, row }, records))) continue;
    if (!undoer || writesConfidential(undoer.permissions)) {
      const { ofImport } = await ownersBy(ctx, run, dog);
      for (const { _id } of ofImport) await ctx.db.delete("dogOwners", _id);
    }
    // Since the import, only two kinds of values have changed: values that are derived from other rows, and the
    // reference to the import that added the dog. All other fields get their former value. This includes the time
    // of the last save, which tells an earlier import whether somebody has worked on the dog.
    const { primaryPhotoId, importId, importOrder, offspringCount, healthRecordCount, photoCount } = dog;
    await ctx.db.replace("dogs", dogId, {
      ...{ ...row, ...(undoer && leftAsTheyAre(undoer, "dogs", dog)) },
      ...{ primaryPhotoId, importId, importOrder, offspringCount, healthRecordCount, photoCount },
    });
  }
  await ctx.db.delete("importSteps", step._id);
  return step.entries.length;
}

async function finishUndoing(ctx: MutationCtx, run: Run): Promise<void> {
  await endHiding(ctx, run.kennelId);
  await settlePedigree(ctx, run.kennelId);
  if (isWritten(run)) await logImportUndo(ctx, run);
  if (run.problem === undefined) await discardRun(ctx, run);
  else await failRun(ctx, run, run.problem);
}

async function logImportUndo(ctx: MutationCtx, { kennelId, kept, undoneBy, ...run }: Run): Promise<void> {
  const stayed = kept ? `. ${kept.count} stayed: ${kept.names.join(", ")}` : "";
  const more = kept && kept.count > kept.names.length ? ` and ${kept.count - kept.names.length} more` : "";
  await recordActivity(ctx, kennelId, {
    type: "dog_changed",
    title: "Import undone",
    description: `${run.fileName}${stayed}${more}`,
    userId: undoneBy ?? run.userId,
  });
}

/** Only the former values are kept. */
export async function tidyRun(ctx: MutationCtx, runId: Id<"importRuns">, from: number): Promise<null> {
  const run = await ctx.db.get("importRuns", runId);
  if (run?.state !== "finished") return null;
  const rows = await ctx.db
    .query("importRows")
    .withIndex("by_kennel_and_run", (q) => q.eq("kennelId", run.kennelId).eq("runId", runId))
    .take(TIDIED_AT_ONCE);
  for (const row of rows) await ctx.db.delete("importRows", row._id);
  const steps = await ctx.db
    .query("importSteps")
    .withIndex("by_kennel_and_run", (q) =>
      q.eq("kennelId", run.kennelId).eq("runId", runId).gte("index", from),
    )
    .take(TIDIED_AT_ONCE);
  for (const step of steps) {
    if (step.before === undefined) await ctx.db.delete("importSteps", step._id);
  }
  const last = steps.at(-1)?.index ?? from - 1;
  if (rows.length > 0 || steps.length > 0) {
    await ctx.scheduler.runAfter(0, internal.imports.imports.tidy, { runId, from: last + 1 });
  }
  return null;
}

/** The run must be deleted or have failed. */
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

/** After this number of interruptions, the written part is undone. */
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

/** Also deletes imports that nobody confirmed. */
export const importJob = job({
  table: "importRuns",
  findStuck: stuckIn("importRuns", ["checking", "writing", "undoing"]),
  takeUp: async (ctx, run) => await takeUp(ctx, run, Date.now()),
  expire: async (ctx) => {
    const settled = await settledNow(ctx);
    for (const state of ["staging", "checked", "failed"] as const) {
      const expired = await ctx.db
        .query("importRuns")
        .withIndex("by_state_and_since", (q) =>
          q.eq("state", state).lt("stateSince", settled - UNCONFIRMED_IMPORT_DAYS * DAY_MS),
        )
        .take(SWEEP_BATCH);
      for (const run of expired) await discardRun(ctx, run);
    }
    // The run of a pedigree database is kept as long as its ancestors, so that all of them can be removed together.
    const remembered = await ctx.db
      .query("importRuns")
      .withIndex("by_state_and_kind_and_since", (q) =>
        q
          .eq("state", "finished")
          .eq("kind", "dogs")
          .lt("stateSince", settled - REMEMBERED_IMPORT_DAYS * DAY_MS),
      )
      .take(SWEEP_BATCH);
    for (const run of remembered) await discardRun(ctx, run);
    return false;
  },
});
