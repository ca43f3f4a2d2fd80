/**
 * Reckoning the exact coefficient of every dog and ancestor of a kennel, in the background. An action reads the
 * pedigree once and saves it as a snapshot; then each step takes the snapshot and the last checkpoint, works for a
 * while, saves a new checkpoint and hands over to the next, so that a restart costs one step. The result takes the
 * place of the former one in a single write.
 */
import { deleteRunFiles } from "../../platform/model/heldFiles";
import type { PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { summarizeBreed } from "../../../domain/pedigree/breed-summary";
import { CoefficientPass, orderPedigree } from "../../../domain/pedigree/coefficients";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { breedSummaryValidator } from "../tables/coefficientRuns";
import type { Access } from "../../platform/model/identity";
import { spend } from "../../platform/model/limits";
import { changePedigreeState, getPedigreeState, makeHiddenTest } from "../../dogs/model/pedigreeStates";

type Run = Doc<"coefficientRuns">;
type RunId = Id<"coefficientRuns">;

/** Dogs read at once; they are cut down to what a pedigree is. */
const PAGE_DOGS = 1500;

/** Places looked at before others on this thread have their turn: some tens of milliseconds. */
const SLICE_WORK = 10_000_000;

/** Slices between two words on the progress, and in one step. */
const SLICES_PER_REPORT = 10;
const SLICES_PER_STEP = 150;

/** Dogs of one stored row, and rows stored at once. */
const ROW_DOGS = 1000;
const ROWS_AT_ONCE = 8;

const MAX_ATTEMPTS = 5;
const STUCK_AFTER_MS = 120_000;
const SWEEP_BATCH = 20;
const CLEARED_AT_ONCE = 20;

export const pedigreeEntryShape = v.object({
  id: v.id("dogs"),
  sireId: v.union(v.id("dogs"), v.null()),
  damId: v.union(v.id("dogs"), v.null()),
  bornOn: v.union(v.string(), v.null()),
  isExternal: v.boolean(),
});
type Entry = Infer<typeof pedigreeEntryShape>;

/** A pedigree as it was read, parents before offspring. */
interface Snapshot {
  readonly dogs: readonly Entry[];
  readonly sires: readonly number[];
  readonly dams: readonly number[];
}

async function activeRun(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Run | null> {
  const run = await latestRun(ctx, kennelId);
  return run && (run.state === "reading" || run.state === "reckoning") ? run : null;
}

async function latestRun(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Run | null> {
  return await ctx.db
    .query("coefficientRuns")
    .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .first();
}

/** Begins a reckoning unless one is under way. */
export async function startReckoning(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<null> {
  const { revision } = await getPedigreeState(ctx, kennelId);
  const active = await activeRun(ctx, kennelId);
  if (active?.revision === revision) return null;
  if (active) await endRun(ctx, active, "cancelled");
  const now = Date.now();
  const runId = await ctx.db.insert("coefficientRuns", {
    kennelId,
    state: "reading",
    revision,
    done: 0,
    total: 0,
    attempt: 0,
    checkpointAt: 0,
    startedAt: now,
    stateSince: now,
  });
  await ctx.scheduler.runAfter(0, internal.pedigree.coefficients.reckon, { runId });
  return null;
}

/** Begins a reckoning that a person asked for; throws RATE_LIMITED. */
export async function requestReckoning(ctx: MutationCtx, { kennelId, user }: Access): Promise<null> {
  await spend(ctx, user._id, "imports");
  return await startReckoning(ctx, kennelId);
}

/** Gives up the reckoning that is under way; the former result stays. */
export async function cancelReckoning(ctx: MutationCtx, { kennelId }: Access): Promise<null> {
  const run = await activeRun(ctx, kennelId);
  if (run) await endRun(ctx, run, "cancelled");
  return null;
}

async function endRun(
  ctx: MutationCtx,
  run: Run,
  state: "finished" | "cancelled" | "failed",
  summary?: Infer<typeof breedSummaryValidator>,
): Promise<void> {
  await deleteRunFiles(ctx, run);
  await ctx.db.patch("coefficientRuns", run._id, {
    state,
    stateSince: Date.now(),
    snapshotId: undefined,
    checkpointId: undefined,
    ...(summary ? { summary } : {}),
  });
  await ctx.scheduler.runAfter(0, internal.pedigree.coefficients.tidy, { kennelId: run.kennelId });
}

/** Takes the next step of a reckoning: answers the run under the step's number, or null when there is none to take. */
export async function beginStep(ctx: MutationCtx, runId: RunId): Promise<Run | null> {
  const run = await ctx.db.get("coefficientRuns", runId);
  if (!run || (run.state !== "reading" && run.state !== "reckoning")) return null;
  if (run.attempt >= MAX_ATTEMPTS) {
    await endRun(ctx, run, "failed");
    return null;
  }
  const changes = { attempt: run.attempt + 1, stateSince: Date.now() };
  await ctx.db.patch("coefficientRuns", runId, changes);
  return { ...run, ...changes };
}

export const stepArgs = { runId: v.id("coefficientRuns"), attempt: v.number() };
interface StepId {
  readonly runId: RunId;
  readonly attempt: number;
}

async function currentRun(ctx: QueryCtx, { runId, attempt }: StepId): Promise<Run | null> {
  const run = await ctx.db.get("coefficientRuns", runId);
  const isActive = run?.state === "reading" || run?.state === "reckoning";
  return isActive && run.attempt === attempt ? run : null;
}

/** Tells how far a step is; answers whether it is still wanted. */
export async function reportStep(
  ctx: MutationCtx,
  step: StepId,
  done: number,
  total: number,
): Promise<boolean> {
  const run = await currentRun(ctx, step);
  if (run) await ctx.db.patch("coefficientRuns", run._id, { done, total, stateSince: Date.now() });
  return run !== null;
}

/** Keeps the pedigree that was read; answers whether it is still wanted. */
export async function keepSnapshot(
  ctx: MutationCtx,
  step: StepId,
  snapshotId: Id<"_storage">,
  total: number,
): Promise<boolean> {
  const run = await currentRun(ctx, step);
  if (!run) {
    await ctx.storage.delete(snapshotId);
    return false;
  }
  await ctx.db.patch("coefficientRuns", run._id, {
    state: "reckoning",
    snapshotId,
    done: 0,
    total,
    stateSince: Date.now(),
  });
  return true;
}

/** Keeps what was reckoned so far and hands over to the next step. */
export async function keepCheckpoint(
  ctx: MutationCtx,
  step: StepId,
  checkpointId: Id<"_storage">,
  checkpointAt: number,
): Promise<null> {
  const run = await currentRun(ctx, step);
  if (!run) {
    await ctx.storage.delete(checkpointId);
    return null;
  }
  if (run.checkpointId !== undefined) await ctx.storage.delete(run.checkpointId);
  await ctx.db.patch("coefficientRuns", run._id, {
    checkpointId,
    checkpointAt,
    attempt: 0,
    done: checkpointAt,
    stateSince: Date.now(),
  });
  await ctx.scheduler.runAfter(0, internal.pedigree.coefficients.reckon, { runId: run._id });
  return null;
}

export const coefficientRowShape = v.object({
  dogIds: v.array(v.id("dogs")),
  coefficients: v.array(v.number()),
});
type Row = Infer<typeof coefficientRowShape>;

/** Stores some of the result; answers whether it is still wanted. */
export async function storeRows(ctx: MutationCtx, step: StepId, rows: readonly Row[]): Promise<boolean> {
  const run = await currentRun(ctx, step);
  if (!run) return false;
  for (const { dogIds, coefficients } of rows) {
    const [firstDogId] = dogIds;
    if (firstDogId === undefined) continue;
    await ctx.db.insert("coefficients", {
      kennelId: run.kennelId,
      runId: run._id,
      firstDogId,
      dogIds,
      coefficients,
    });
  }
  return true;
}

/** Deletes what a broken-off step had stored of the result; answers whether more is left. */
export async function clearRows(ctx: MutationCtx, step: StepId): Promise<boolean> {
  const run = await currentRun(ctx, step);
  if (!run) return false;
  const rows = await rowsOf(ctx, run.kennelId, run._id).take(CLEARED_AT_ONCE);
  for (const { _id } of rows) await ctx.db.delete("coefficients", _id);
  return rows.length > 0;
}

const rowsOf = (ctx: QueryCtx, kennelId: Id<"kennels">, runId: RunId) =>
  ctx.db
    .query("coefficients")
    .withIndex("by_kennel_and_run_and_dog", (q) => q.eq("kennelId", kennelId).eq("runId", runId));

/** Puts the result in the place of the former one. */
export async function finishReckoning(
  ctx: MutationCtx,
  step: StepId,
  summary: Infer<typeof breedSummaryValidator>,
): Promise<null> {
  const run = await currentRun(ctx, step);
  if (!run) return null;
  await changePedigreeState(ctx, run.kennelId, { coefficientRunId: run._id });
  await endRun(ctx, run, "finished", summary);
  return null;
}

/** Deletes former runs and their results, in batches. */
export async function tidyRuns(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<null> {
  const { coefficientRunId } = await getPedigreeState(ctx, kennelId);
  const runs = await ctx.db
    .query("coefficientRuns")
    .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId))
    .take(SWEEP_BATCH);
  const newest = runs.at(-1)?._id;
  for (const run of runs) {
    if (run._id === coefficientRunId || run.state === "reading" || run.state === "reckoning") continue;
    const rows = await rowsOf(ctx, kennelId, run._id).take(CLEARED_AT_ONCE);
    for (const { _id } of rows) await ctx.db.delete("coefficients", _id);
    if (rows.length > 0) {
      await ctx.scheduler.runAfter(0, internal.pedigree.coefficients.tidy, { kennelId });
      return null;
    }
    // The newest stays, so that the screen can say that it failed.
    if (run._id !== newest) await ctx.db.delete("coefficientRuns", run._id);
  }
  return null;
}

/** Takes up the reckonings that a restart cut off. */
export async function sweepReckonings(ctx: MutationCtx): Promise<null> {
  const now = Date.now();
  for (const state of ["reading", "reckoning"] as const) {
    const runs = await ctx.db
      .query("coefficientRuns")
      .withIndex("by_state_and_since", (q) => q.eq("state", state).lt("stateSince", now - STUCK_AFTER_MS))
      .take(SWEEP_BATCH);
    for (const { _id: runId } of runs) {
      await ctx.db.patch("coefficientRuns", runId, { stateSince: now });
      await ctx.scheduler.runAfter(0, internal.pedigree.coefficients.reckon, { runId });
    }
  }
  return null;
}

/** Reads a page of the kennel's pedigree. */
export async function readPedigreePage(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  cursor: string | null,
): Promise<PaginationResult<Entry>> {
  const isHidden = await makeHiddenTest(ctx, kennelId);
  const page = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId))
    .paginate({ numItems: PAGE_DOGS, cursor });
  return { ...page, page: page.page.filter((dog) => !isHidden(dog)).map(toEntry) };
}

const toEntry = (dog: Doc<"dogs">): Entry => ({
  id: dog._id,
  sireId: dog.sireId ?? null,
  damId: dog.damId ?? null,
  bornOn: dog.dateOfBirth ?? null,
  isExternal: dog.isExternal,
});

/** Lets everything else on this thread have its turn. */
const pause = async () => await new Promise((resolve) => setTimeout(resolve, 0));

/** One step of a reckoning, as an action sees it. */
class Reckoning {
  private readonly step: StepId;

  constructor(
    private readonly ctx: ActionCtx,
    private readonly run: Run,
  ) {
    this.step = { runId: run._id, attempt: run.attempt };
  }

  async work(): Promise<null> {
    const snapshot = this.run.snapshotId ? await this.loadSnapshot(this.run.snapshotId) : await this.read();
    if (!snapshot) return null;
    const pass = await this.openPass(snapshot);
    for (let slice = 1; !pass.isDone; slice += 1) {
      pass.advance(SLICE_WORK);
      if (slice % SLICES_PER_REPORT !== 0) await pause();
      else if (!(await this.report(pass.next, snapshot.dogs.length))) return null;
      if (slice >= SLICES_PER_STEP && !pass.isDone) return await this.handOver(pass);
    }
    return await this.finish(snapshot, pass.coefficients);
  }

  private async report(done: number, total: number): Promise<boolean> {
    return await this.ctx.runMutation(internal.pedigree.coefficients.reportReckoned, {
      ...this.step,
      done,
      total,
    });
  }

  private async read(): Promise<Snapshot | null> {
    const entries: Entry[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const args: { kennelId: Id<"kennels">; cursor: string | null } = {
        kennelId: this.run.kennelId,
        cursor,
      };
      const page: PaginationResult<Entry> = await this.ctx.runQuery(
        internal.pedigree.coefficients.readPedigree,
        args,
      );
      entries.push(...page.page);
      cursor = page.continueCursor;
      isDone = page.isDone;
      if (!(await this.report(entries.length, 0))) return null;
    }
    const { dogs, sires, dams } = orderPedigree(entries);
    const snapshot = { dogs, sires: [...sires], dams: [...dams] };
    const snapshotId = await this.ctx.storage.store(
      new Blob([JSON.stringify(snapshot)], { type: "application/json" }),
    );
    const args = { ...this.step, snapshotId, total: dogs.length };
    return (await this.ctx.runMutation(internal.pedigree.coefficients.keepRead, args)) ? snapshot : null;
  }

  private async loadSnapshot(snapshotId: Id<"_storage">): Promise<Snapshot | null> {
    const file = await this.ctx.storage.get(snapshotId);
    // Written by `read` alone.
    return file ? (JSON.parse(await file.text()) as Snapshot) : null;
  }

  private async openPass({ sires, dams }: Snapshot): Promise<CoefficientPass> {
    const pedigree = { sires: Int32Array.from(sires), dams: Int32Array.from(dams) };
    const { checkpointId, checkpointAt } = this.run;
    const file = checkpointId && (await this.ctx.storage.get(checkpointId));
    if (!file) return new CoefficientPass(pedigree);
    return new CoefficientPass(pedigree, new Float64Array(await file.arrayBuffer()), checkpointAt);
  }

  private async handOver(pass: CoefficientPass): Promise<null> {
    const found = pass.coefficients.slice(0, pass.next);
    const checkpointId = await this.ctx.storage.store(
      new Blob([found], { type: "application/octet-stream" }),
    );
    const args = { ...this.step, checkpointId, checkpointAt: pass.next };
    return await this.ctx.runMutation(internal.pedigree.coefficients.keepReckoned, args);
  }

  private async finish({ dogs, sires, dams }: Snapshot, found: Float64Array): Promise<null> {
    while (await this.ctx.runMutation(internal.pedigree.coefficients.clearStored, this.step)) await pause();
    const reckoned = dogs.map((dog, place) => ({
      id: dog.id,
      bornOn: dog.bornOn,
      isExternal: dog.isExternal,
      coefficient: found[place] ?? 0,
      isFounder: sires[place] === -1 && dams[place] === -1,
    }));
    reckoned.sort((a, b) => (a.id < b.id ? -1 : 1));
    const rows: Row[] = [];
    for (let at = 0; at < reckoned.length; at += ROW_DOGS) {
      const part = reckoned.slice(at, at + ROW_DOGS);
      rows.push({
        dogIds: part.map(({ id }) => id),
        coefficients: part.map(({ coefficient }) => coefficient),
      });
    }
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const args = { ...this.step, rows: rows.slice(at, at + ROWS_AT_ONCE) };
      if (!(await this.ctx.runMutation(internal.pedigree.coefficients.storeFound, args))) return null;
    }
    const { mostInbred, years, ...summary } = summarizeBreed(reckoned);
    return await this.ctx.runMutation(internal.pedigree.coefficients.finishReckoned, {
      ...this.step,
      summary: {
        ...summary,
        years: years.map((year) => ({ ...year })),
        // The ids went in as ids of dogs.
        mostInbred: mostInbred.map(({ id, coefficient }) => ({ id: id as Id<"dogs">, coefficient })),
      },
    });
  }
}

/** Takes the next step of a reckoning. */
export async function reckonStep(ctx: ActionCtx, runId: RunId): Promise<null> {
  const run = await ctx.runMutation(internal.pedigree.coefficients.beginReckoned, { runId });
  return run ? await new Reckoning(ctx, run).work() : null;
}

export const breedOverviewShape = v.object({
  /** The dogs and ancestors that the kennel holds now. */
  running: v.union(
    v.object({
      state: v.union(v.literal("reading"), v.literal("reckoning")),
      done: v.number(),
      total: v.number(),
    }),
    v.null(),
  ),
  hasFailed: v.boolean(),
  result: v.union(
    v.object({
      finishedAt: v.number(),
      isOutOfDate: v.boolean(),
      dogs: v.number(),
      founders: v.number(),
      inbredDogs: v.number(),
      mean: v.number(),
      ownMean: v.union(v.number(), v.null()),
      years: breedSummaryValidator.fields.years,
      mostInbred: v.array(
        v.object({ _id: v.id("dogs"), name: v.string(), isExternal: v.boolean(), coefficient: v.number() }),
      ),
    }),
    v.null(),
  ),
});

/** Describes the newest result and the reckoning under way. */
export async function describeBreed(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Infer<typeof breedOverviewShape>> {
  const { revision, coefficientRunId } = await getPedigreeState(ctx, kennelId);
  const latest = await latestRun(ctx, kennelId);
  const shown = coefficientRunId ? await ctx.db.get("coefficientRuns", coefficientRunId) : null;
  const running =
    latest?.state === "reading" || latest?.state === "reckoning"
      ? { state: latest.state, done: latest.done, total: latest.total }
      : null;
  const hasFailed = latest?.state === "failed";
  if (!shown?.summary) return { running, hasFailed, result: null };
  const { mostInbred, ...summary } = shown.summary;
  const named = await Promise.all(
    mostInbred.map(async ({ id, coefficient }) => {
      const dog = await ctx.db.get("dogs", id);
      return dog ? [{ _id: id, name: dog.name, isExternal: dog.isExternal, coefficient }] : [];
    }),
  );
  const isOutOfDate = revision !== shown.revision;
  return {
    running,
    hasFailed,
    result: { finishedAt: shown.stateSince, isOutOfDate, ...summary, mostInbred: named.flat() },
  };
}

export const dogCoefficientShape = v.union(
  v.object({ coefficient: v.number(), mean: v.number(), dogs: v.number(), isOutOfDate: v.boolean() }),
  v.null(),
);

/** Finds what the newest reckoning found for a dog, beside the mean of all; null when it knows nothing of the dog. */
export async function findCoefficient(
  ctx: QueryCtx,
  dog: Pick<Doc<"dogs">, "_id" | "kennelId">,
): Promise<Infer<typeof dogCoefficientShape>> {
  const { revision, coefficientRunId } = await getPedigreeState(ctx, dog.kennelId);
  const run = coefficientRunId ? await ctx.db.get("coefficientRuns", coefficientRunId) : null;
  if (!run?.summary) return null;
  const row = await ctx.db
    .query("coefficients")
    .withIndex("by_kennel_and_run_and_dog", (q) =>
      q.eq("kennelId", dog.kennelId).eq("runId", run._id).lte("firstDogId", dog._id),
    )
    .order("desc")
    .first();
  const place = row?.dogIds.indexOf(dog._id) ?? -1;
  const coefficient = row?.coefficients[place];
  if (coefficient === undefined) return null;
  const { mean, dogs } = run.summary;
  return { coefficient, mean, dogs, isOutOfDate: revision !== run.revision };
}
