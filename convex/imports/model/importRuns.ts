/**
 * The steps of an import from the first row to the user's decision. Planning and writing are in importPlanning.ts,
 * importWriting.ts and importUndo.ts. Only the person who started an import can take these steps.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import type { DogLimitCheck } from "../../../domain/billing/dog-limit";
import { MAX_DOGS_PER_KENNEL } from "../../../domain/dogs/rules";
import {
  MAX_ADDED_AT_ONCE,
  MAX_ANCESTORS_PER_KENNEL,
  MAX_CHANGES_AT_ONCE,
  MAX_ANSWER_BYTES,
  MAX_IMPORT_NOTES,
  MAX_IMPORT_ROWS,
  MAX_LISTED_PROBLEMS,
} from "../../../domain/imports/rules";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  importProblems,
  knownChangeValidator,
  lineWarningValidator,
  madeAncestorValidator,
  importQuestionValidator,
  uncertainLinkValidator,
} from "../tables/importProblems";
import type { importRowValidator } from "../tables/importRows";
import {
  importKindValidator,
  importModeValidator,
  importReportValidator,
  importProgressFields,
} from "../tables/importRuns";
import { dogLimitShape, findLimitBreach } from "../../billing/model/dogLimit";
import { trustedToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { changePedigreeState, getPedigreeState } from "../../dogs/model/pedigreeStates";
import { displayName } from "../../platform/model/paging/names";
import { findRow } from "../../platform/model/paging/rows";

const SHOWN_RUNS = 20;

export const importRunShape = v.object({
  _id: v.id("importRuns"),
  ...importProgressFields,
  report: v.union(importReportValidator, v.null()),
  notes: v.array(v.string()),
  /** Null if the plan has room for the dogs of the import. */
  dogLimit: v.union(dogLimitShape, v.null()),
  isRechecked: v.boolean(),
  problem: v.union(v.string(), v.null()),
  startedAt: v.number(),
  finishedAt: v.union(v.number(), v.null()),
  canUndo: v.boolean(),
  isMine: v.boolean(),
  startedBy: v.string(),
});
export type ImportRun = Infer<typeof importRunShape>;

/** Returns null if the plan has room, or if the run is not checked and waiting for confirmation. */
async function limitBreachOf(ctx: QueryCtx, run: Doc<"importRuns">): Promise<DogLimitCheck | null> {
  return run.state === "checked" && run.report && run.report.countedChange > 0
    ? await findLimitBreach(ctx, run.kennelId, run.report.countedChange)
    : null;
}

async function describeRun(ctx: QueryCtx, access: Access, run: Doc<"importRuns">): Promise<ImportRun> {
  const user = await ctx.db.get("users", run.userId);
  return {
    _id: run._id,
    kind: run.kind,
    mode: run.mode,
    fileName: run.fileName,
    fingerprint: run.fingerprint,
    state: run.state,
    rowCount: run.rowCount,
    chunkCount: run.chunkCount,
    stagedChunks: run.stagedChunks,
    done: run.done,
    total: run.total,
    report: run.report ?? null,
    notes: run.notes ?? [],
    dogLimit: await limitBreachOf(ctx, run),
    isRechecked: run.isRechecked,
    problem: run.problem ?? null,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt ?? null,
    canUndo: canUndo(run),
    isMine: run.userId === access.user._id,
    startedBy: user ? displayName(user) : "",
  };
}

export async function listRuns(
  ctx: QueryCtx,
  access: Access,
  kind: Infer<typeof importKindValidator>,
): Promise<ImportRun[]> {
  const runs = await ctx.db
    .query("importRuns")
    .withIndex("by_kennel_and_kind_and_started", (q) => q.eq("kennelId", access.kennelId).eq("kind", kind))
    .order("desc")
    .take(SHOWN_RUNS);
  return await Promise.all(runs.map(async (run) => await describeRun(ctx, access, run)));
}

/** Throws NOT_FOUND for an import of another kennel. */
export async function getRun(
  ctx: QueryCtx,
  access: Access,
  runId: string,
): Promise<Doc<"importRuns"> | null> {
  const run = await findRow(ctx, "importRuns", runId);
  return run && run.kennelId === access.kennelId ? run : null;
}

export async function findRun(ctx: QueryCtx, access: Access, runId: string): Promise<ImportRun | null> {
  const run = await getRun(ctx, access, runId);
  return run && (await describeRun(ctx, access, run));
}

/** Throws NOT_FOUND. */
async function requireOwnRun(ctx: QueryCtx, access: Access, runId: string): Promise<Doc<"importRuns">> {
  const run = await getRun(ctx, access, runId);
  return run && run.userId === access.user._id ? run : fail("NOT_FOUND");
}

export const importProblemsShape = v.object({
  errors: importProblems.table.validator.fields.errors,
  warnings: importProblems.table.validator.fields.warnings,
  skipped: v.array(lineWarningValidator),
  ancestors: v.array(madeAncestorValidator),
  questions: v.array(importQuestionValidator),
  changes: v.array(knownChangeValidator),
  links: v.array(uncertainLinkValidator),
  /** The report may count more problems than the list contains. */
  listed: v.number(),
});

export async function listProblems(
  ctx: QueryCtx,
  access: Access,
  runId: string,
): Promise<Infer<typeof importProblemsShape>> {
  const run = await getRun(ctx, access, runId);
  const row =
    run &&
    (await ctx.db
      .query("importProblems")
      .withIndex("by_kennel_and_run", (q) => q.eq("kennelId", run.kennelId).eq("runId", run._id))
      .first());
  return {
    errors: row?.errors ?? [],
    warnings: row?.warnings ?? [],
    skipped: row?.skipped ?? [],
    ancestors: row?.ancestors ?? [],
    questions: row?.questions ?? [],
    changes: row?.changes ?? [],
    links: row?.links ?? [],
    listed: MAX_LISTED_PROBLEMS,
  };
}

export const startImportArgs = {
  kind: importKindValidator,
  mode: importModeValidator,
  fileName: v.string(),
  fingerprint: v.string(),
  rowCount: v.number(),
  chunkCount: v.number(),
  breed: v.optional(v.string()),
  notes: v.optional(v.array(v.string())),
  today: v.string(),
};

/** Continues with the same file after an interrupted upload. Throws LIMIT_REACHED or RATE_LIMITED. */
export async function startRun(
  ctx: MutationCtx,
  access: Access,
  request: ObjectType<typeof startImportArgs>,
): Promise<{ runId: Id<"importRuns">; stagedChunks: number }> {
  const { kennelId, user } = access;
  const most = MAX_IMPORT_ROWS[request.kind];
  if (request.rowCount > most) fail("LIMIT_REACHED", { count: most });
  const today = trustedToday(request.today);
  for (const state of ["staging", "checked", "failed"] as const) {
    const earlier = await ctx.db
      .query("importRuns")
      .withIndex("by_kennel_and_state", (q) => q.eq("kennelId", kennelId).eq("state", state))
      .take(SHOWN_RUNS);
    for (const run of earlier.filter(({ userId, kind }) => userId === user._id && kind === request.kind)) {
      const isSame = run.fingerprint === request.fingerprint && run.chunkCount === request.chunkCount;
      if (state === "staging" && isSame) return { runId: run._id, stagedChunks: run.stagedChunks };
      await discardRun(ctx, run);
    }
  }
  await spend(ctx, user._id, "imports");
  const now = Date.now();
  const runId = await ctx.db.insert("importRuns", {
    ...request,
    ...(request.notes && { notes: request.notes.slice(0, MAX_IMPORT_NOTES) }),
    today,
    kennelId,
    userId: user._id,
    state: "staging",
    stagedChunks: 0,
    done: 0,
    total: request.rowCount,
    attempt: 0,
    changeCount: 0,
    stepCount: 0,
    nextStep: 0,
    isRechecked: false,
    startedAt: now,
    stateSince: now,
  });
  return { runId, stagedChunks: 0 };
}

/** A chunk that was already received is ignored, so clients may send it twice. */
export async function stageRows(
  ctx: MutationCtx,
  access: Access,
  { runId, index, rows }: { runId: string; index: number; rows: Infer<typeof importRowValidator>[] },
): Promise<null> {
  const run = await requireOwnRun(ctx, access, runId);
  if (run.state !== "staging")
    fail("VALIDATION_FAILED", { fields: { runId: "This import accepts no more rows" } });
  if (index < run.stagedChunks) return null;
  if (index !== run.stagedChunks || index >= run.chunkCount || run.done + rows.length > run.rowCount) {
    fail("VALIDATION_FAILED", { fields: { index: "These rows are not the next ones of this import" } });
  }
  await ctx.db.insert("importRows", { kennelId: run.kennelId, runId: run._id, index, rows });
  const stagedChunks = index + 1;
  const done = run.done + rows.length;
  await ctx.db.patch("importRuns", run._id, { stagedChunks, done, stateSince: Date.now() });
  if (stagedChunks === run.chunkCount) await startChecking(ctx, run, false);
  return null;
}

/** The size as JSON. */
export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

export const answerArgs = {
  answers: v.array(v.object({ key: v.string(), answer: v.string() })),
  areOthersNew: v.optional(v.boolean()),
};

/**
 * The user may also answer that all other parents are new dogs. The file is then checked again. Throws NOT_FOUND or
 * VALIDATION_FAILED.
 */
export async function answerRun(
  ctx: MutationCtx,
  access: Access,
  { runId, answers, areOthersNew = false }: { runId: string } & ObjectType<typeof answerArgs>,
): Promise<null> {
  const run = await requireOwnRun(ctx, access, runId);
  if (run.state !== "checked")
    fail("VALIDATION_FAILED", { fields: { runId: "This import has no open questions" } });
  const byKey = new Map([...(run.answers ?? []), ...answers].map(({ key, answer }) => [key, answer]));
  const given = [...byKey].map(([key, answer]) => ({ key, answer }));
  if (bytesOf(given) > MAX_ANSWER_BYTES) {
    const answersProblem =
      "These are too many answers for one import. Create new dogs for all other questions";
    fail("VALIDATION_FAILED", { fields: { answers: answersProblem } });
  }
  await ctx.db.patch("importRuns", run._id, { answers: given, areOthersNew });
  await startChecking(ctx, run, false);
  return null;
}

/**
 * Checks the file again with only the first dogs, as many as the plan has room for. If all dogs fit, no dog is left
 * out. Throws VALIDATION_FAILED if there is no room.
 */
export async function takeFirstDogs(ctx: MutationCtx, access: Access, runId: string): Promise<null> {
  const run = await requireOwnRun(ctx, access, runId);
  const breach = await limitBreachOf(ctx, run);
  if (breach === null) return null;
  const room = (breach.limit ?? Infinity) - breach.currentCount;
  if (room <= 0)
    fail("VALIDATION_FAILED", { fields: { runId: "The plan has no room for any of these dogs" } });
  await ctx.db.patch("importRuns", run._id, { mostCounted: room });
  await startChecking(ctx, run, false);
  return null;
}

export async function startChecking(
  ctx: MutationCtx,
  run: Doc<"importRuns">,
  isRechecked: boolean,
): Promise<void> {
  await ctx.db.patch("importRuns", run._id, {
    state: "checking",
    isRechecked,
    // If the user answered all remaining questions together, this answer does not apply to questions about newer
    // dogs of the kennel.
    ...(isRechecked && { areOthersNew: false }),
    attempt: 0,
    done: 0,
    total: run.rowCount,
    stateSince: Date.now(),
  });
  await ctx.scheduler.runAfter(0, internal.imports.imports.plan, { runId: run._id });
}

async function isAnotherWriting(ctx: QueryCtx, run: Doc<"importRuns">): Promise<boolean> {
  for (const state of ["writing", "undoing"] as const) {
    const other = await ctx.db
      .query("importRuns")
      .withIndex("by_kennel_and_state", (q) => q.eq("kennelId", run.kennelId).eq("state", state))
      .first();
    if (other) return true;
  }
  return false;
}

/** One transaction can write the whole run. */
export const isAtOnce = ({ kind, changeCount, report }: Doc<"importRuns">): boolean =>
  kind === "dogs" &&
  changeCount <= MAX_CHANGES_AT_ONCE &&
  (report?.added ?? 0) + (report?.ancestors ?? 0) <= MAX_ADDED_AT_ONCE;

/**
 * If the kennel has changed since the check, the rows are checked again instead. Throws IMPORT_UNDERWAY while
 * another import is being written, and DOG_LIMIT_REACHED or LIMIT_REACHED if the plan or the kennel has no room for
 * the dogs.
 */
export async function confirmRun(ctx: MutationCtx, access: Access, runId: string): Promise<null> {
  const run = await requireOwnRun(ctx, access, runId);
  if (run.state !== "checked" || !run.report) {
    return fail("VALIDATION_FAILED", { fields: { runId: "This import is not ready to be confirmed" } });
  }
  if (run.report.questions) {
    fail("VALIDATION_FAILED", { fields: { runId: "First choose which dog each parent in the file is" } });
  }
  if (run.report.isOverLimit) {
    fail("LIMIT_REACHED", { count: run.kind === "dogs" ? MAX_DOGS_PER_KENNEL : MAX_ANCESTORS_PER_KENNEL });
  }
  const dogLimit = await limitBreachOf(ctx, run);
  if (dogLimit) fail("DOG_LIMIT_REACHED", { dogLimit });
  if (await isAnotherWriting(ctx, run)) fail("IMPORT_UNDERWAY");
  const { revision } = await getPedigreeState(ctx, run.kennelId);
  if (revision !== run.plannedRevision) {
    await startChecking(ctx, run, true);
    return null;
  }
  await ctx.db.patch("importRuns", run._id, { state: "writing", done: 0, stateSince: Date.now() });
  await changePedigreeState(ctx, run.kennelId, { hiddenImportId: run._id });
  await ctx.scheduler.runAfter(0, internal.imports.imports.write, { runId: run._id });
  return null;
}

/** Unwritten rows are discarded, and written rows are undone. */
export async function cancelRun(ctx: MutationCtx, access: Access, runId: string): Promise<null> {
  const run = await requireOwnRun(ctx, access, runId);
  switch (run.state) {
    case "staging":
    case "checking":
    case "checked":
    case "failed":
      await discardRun(ctx, run);
      return null;
    case "writing":
      await startUndoing(ctx, run, undefined);
      return null;
    case "undoing":
    case "finished":
      return null;
    default:
      return run.state satisfies never;
  }
}

/** Throws NOT_FOUND or IMPORT_UNDERWAY. */
export async function removeRun(ctx: MutationCtx, access: Access, runId: string): Promise<null> {
  const run = await getRun(ctx, access, runId);
  if (!run || !canUndo(run)) return fail("NOT_FOUND");
  if (await isAnotherWriting(ctx, run)) fail("IMPORT_UNDERWAY");
  const finishedAt = run.finishedAt ?? run.stateSince;
  await ctx.db.patch("importRuns", run._id, { undoneBy: access.user._id, finishedAt });
  await startUndoing(ctx, run, undefined);
  return null;
}

/** Runs from before the field `finishedAt` stored no former values, so they cannot be undone. */
export const canUndo = ({ state, kind, finishedAt }: Doc<"importRuns">): boolean =>
  state === "finished" && (kind === "ancestors" || finishedAt !== undefined);

/** If a problem is given, the run is then kept as failed; otherwise it is deleted. */
export async function startUndoing(
  ctx: MutationCtx,
  run: Doc<"importRuns">,
  problem: string | undefined,
): Promise<void> {
  const { done } = run;
  await ctx.db.patch("importRuns", run._id, {
    state: "undoing",
    problem,
    total: run.state === "writing" ? done : run.total,
    done: 0,
    stateSince: Date.now(),
  });
  await changePedigreeState(ctx, run.kennelId, { hiddenImportId: run._id });
  await ctx.scheduler.runAfter(0, internal.imports.imports.undo, { runId: run._id });
}

/** The run must have no written dogs. Its rows are deleted. */
export async function failRun(ctx: MutationCtx, run: Doc<"importRuns">, problem: string): Promise<void> {
  await ctx.db.patch("importRuns", run._id, { state: "failed", problem, stateSince: Date.now() });
  await ctx.scheduler.runAfter(0, internal.imports.imports.clear, ownedBy(run));
}

/** The run must have no written dogs. */
export async function discardRun(ctx: MutationCtx, run: Doc<"importRuns">): Promise<void> {
  await ctx.db.delete("importRuns", run._id);
  await ctx.scheduler.runAfter(0, internal.imports.imports.clear, ownedBy(run));
}

const ownedBy = ({ kennelId, _id: runId }: Doc<"importRuns">) => ({ kennelId, runId });
