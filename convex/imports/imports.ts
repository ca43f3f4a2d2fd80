/** The registered functions of imports: the user's steps, and the internal steps that plan, write and undo. */
import { v, type Infer } from "convex/values";
import {
  innerKennelQuery,
  internalAction,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
  signedInAction,
} from "../platform/functions";
import {
  addedPageShape,
  changedPageShape,
  foresee as foreseeTakingBack,
  foresightShape,
  readAdded,
  readChangedBy,
} from "./model/importForesight";
import {
  beginPlan,
  clearPlan,
  finishPlan,
  planArgs,
  planResultArgs,
  planRun,
  readChunk,
  readBred,
  readKnown,
  readTargets,
  reportPlan,
  storedStepShape,
  storeSteps,
} from "./model/importPlanning";
import {
  answerArgs,
  answerRun,
  cancelRun,
  confirmRun,
  findRun,
  importProblemsShape,
  importRunShape,
  listProblems,
  listRuns,
  removeRun,
  stageRows,
  startImportArgs,
  startRun,
  takeFirstDogs,
} from "./model/importRuns";
import { admittedRows } from "../platform/model/people/confidential";
import { clearNext, tidyRun, undoNext } from "./model/importUndo";
import { writeNext } from "./model/importWriting";
import { importRowValidator } from "./tables/importRows";
import { importKindValidator } from "./tables/importRuns";

const runArgs = { runId: v.string() };
const innerRunArgs = { runId: v.id("importRuns") };

/** Any user may have started the imports. The newest import is first. */
export const list = kennelQuery({
  permission: "dogs:read",
  args: { kind: importKindValidator },
  returns: v.array(importRunShape),
  handler: async (ctx, { kind }) => await listRuns(ctx, ctx.access, kind),
});

/** Returns null if the kennel has no such import. */
export const get = kennelQuery({
  permission: "dogs:read",
  args: runArgs,
  returns: v.union(importRunShape, v.null()),
  handler: async (ctx, { runId }) => await findRun(ctx, ctx.access, runId),
});

/** Rows that the import leaves out or warns about. */
export const problems = kennelQuery({
  permission: "dogs:read",
  args: runArgs,
  returns: importProblemsShape,
  handler: async (ctx, { runId }) => await listProblems(ctx, ctx.access, runId),
});

/** An import whose upload was interrupted is continued. */
export const start = kennelMutation({
  permission: "dogs:write",
  args: startImportArgs,
  returns: v.object({ runId: v.id("importRuns"), stagedChunks: v.number() }),
  handler: async (ctx, args) => await startRun(ctx, ctx.access, args),
});

/** The last rows start the check. */
export const stage = kennelMutation({
  permission: "dogs:write",
  args: { ...runArgs, index: v.number(), rows: v.array(importRowValidator) },
  returns: v.null(),
  handler: async (ctx, args) =>
    await stageRows(ctx, ctx.access, { ...args, rows: admittedRows(ctx.access, args.rows) }),
});

/** The file is then checked again. */
export const answer = kennelMutation({
  permission: "dogs:write",
  args: { ...runArgs, ...answerArgs },
  returns: v.null(),
  handler: async (ctx, args) => await answerRun(ctx, ctx.access, args),
});

/** Limits the import to the first dogs of the file, as many as the plan has room for. */
export const takeFirst = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await takeFirstDogs(ctx, ctx.access, runId),
});

export const confirm = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await confirmRun(ctx, ctx.access, runId),
});

/** The part that is already written is undone. */
export const cancel = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await cancelRun(ctx, ctx.access, runId),
});

/** The user confirms the undo after seeing these counts. */
export const foresee = signedInAction({
  permission: "dogs:write",
  args: { kennelId: v.string(), ...runArgs },
  returns: foresightShape,
  handler: async (ctx, args): Promise<Infer<typeof foresightShape>> => await foreseeTakingBack(ctx, args),
});

export const readAddedBack = innerKennelQuery({
  permission: "dogs:write",
  args: { ...runArgs, before: v.union(v.number(), v.null()) },
  returns: addedPageShape,
  handler: async (ctx, args) => await readAdded(ctx, ctx.access, args),
});

export const readChangedBack = innerKennelQuery({
  permission: "dogs:write",
  args: { ...runArgs, before: v.union(v.number(), v.null()) },
  returns: changedPageShape,
  handler: async (ctx, args) => await readChangedBy(ctx, ctx.access, args),
});

export const remove = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await removeRun(ctx, ctx.access, runId),
});

export const plan = internalAction({
  args: innerRunArgs,
  returns: v.null(),
  handler: async (ctx, { runId }): Promise<null> => await planRun(ctx, runId),
});

export const beginPlanned = internalMutation({
  args: innerRunArgs,
  handler: async (ctx, { runId }) => await beginPlan(ctx, runId),
});

export const reportPlanned = internalMutation({
  args: { ...planArgs, done: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { done, ...planned }) => await reportPlan(ctx, planned, done),
});

/** An earlier plan has stored these rows. */
export const clearPlanned = internalMutation({
  args: { kennelId: v.id("kennels"), ...innerRunArgs },
  returns: v.boolean(),
  handler: async (ctx, { kennelId, runId }) => await clearPlan(ctx, kennelId, runId),
});

export const readKnownDogs = internalQuery({
  args: { kennelId: v.id("kennels"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, cursor }) => await readKnown(ctx, kennelId, cursor),
});

/** A page of the kennel's breedings refers to these dogs. */
export const readBredDogs = internalQuery({
  args: { kennelId: v.id("kennels"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, cursor }) => await readBred(ctx, kennelId, cursor),
});

export const readStaged = internalQuery({
  args: { ...innerRunArgs, index: v.number() },
  returns: v.array(importRowValidator),
  handler: async (ctx, { runId, index }) => await readChunk(ctx, runId, index),
});

export const readChanged = internalQuery({
  args: { dogIds: v.array(v.id("dogs")) },
  handler: async (ctx, { dogIds }) => await readTargets(ctx, dogIds),
});

export const storePlanned = internalMutation({
  args: { ...planArgs, steps: v.array(storedStepShape) },
  returns: v.boolean(),
  handler: async (ctx, { steps, ...planned }) => await storeSteps(ctx, planned, steps),
});

export const finishPlanned = internalMutation({
  args: { ...planArgs, ...planResultArgs },
  returns: v.null(),
  handler: async (ctx, { runId, attempt, ...result }) => await finishPlan(ctx, { runId, attempt }, result),
});

export const write = internalMutation({
  args: innerRunArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await writeNext(ctx, runId),
});

export const undo = internalMutation({
  args: innerRunArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await undoNext(ctx, runId),
});

export const tidy = internalMutation({
  args: { ...innerRunArgs, from: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { runId, from = 0 }) => await tidyRun(ctx, runId, from),
});

/** The run must be deleted or have failed. */
export const clear = internalMutation({
  args: { kennelId: v.id("kennels"), ...innerRunArgs },
  returns: v.null(),
  handler: async (ctx, { kennelId, runId }) => await clearNext(ctx, kennelId, runId),
});
