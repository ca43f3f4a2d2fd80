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

/** Lists the newest imports of a kind, whichever user started them. */
export const list = kennelQuery({
  permission: "dogs:read",
  args: { kind: importKindValidator },
  returns: v.array(importRunShape),
  handler: async (ctx, { kind }) => await listRuns(ctx, ctx.access, kind),
});

/** Returns one import, or null if the kennel has no such import. */
export const get = kennelQuery({
  permission: "dogs:read",
  args: runArgs,
  returns: v.union(importRunShape, v.null()),
  handler: async (ctx, { runId }) => await findRun(ctx, ctx.access, runId),
});

/** Lists the rows that an import leaves out or warns about. */
export const problems = kennelQuery({
  permission: "dogs:read",
  args: runArgs,
  returns: importProblemsShape,
  handler: async (ctx, { runId }) => await listProblems(ctx, ctx.access, runId),
});

/** Starts an import, or continues an import whose upload was interrupted. */
export const start = kennelMutation({
  permission: "dogs:write",
  args: startImportArgs,
  returns: v.object({ runId: v.id("importRuns"), stagedChunks: v.number() }),
  handler: async (ctx, args) => await startRun(ctx, ctx.access, args),
});

/** Receives the next rows. The last rows start the check. */
export const stage = kennelMutation({
  permission: "dogs:write",
  args: { ...runArgs, index: v.number(), rows: v.array(importRowValidator) },
  returns: v.null(),
  handler: async (ctx, args) =>
    await stageRows(ctx, ctx.access, { ...args, rows: admittedRows(ctx.access, args.rows) }),
});

/** Saves the user's answers to the questions and checks the file again. */
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

/** Starts writing the checked rows. */
export const confirm = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await confirmRun(ctx, ctx.access, runId),
});

/** Cancels an import and undoes the part that is already written. */
export const cancel = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await cancelRun(ctx, ctx.access, runId),
});

/** Counts the effects of undoing a finished import, so that the user can confirm the undo. */
export const foresee = signedInAction({
  permission: "dogs:write",
  args: { kennelId: v.string(), ...runArgs },
  returns: foresightShape,
  handler: async (ctx, args): Promise<Infer<typeof foresightShape>> => await foreseeTakingBack(ctx, args),
});

/** Reads a page of the dogs that a run added. */
export const readAddedBack = innerKennelQuery({
  permission: "dogs:write",
  args: { ...runArgs, before: v.union(v.number(), v.null()) },
  returns: addedPageShape,
  handler: async (ctx, args) => await readAdded(ctx, ctx.access, args),
});

/** Reads the changes of one step of a run. */
export const readChangedBack = innerKennelQuery({
  permission: "dogs:write",
  args: { ...runArgs, before: v.union(v.number(), v.null()) },
  returns: changedPageShape,
  handler: async (ctx, args) => await readChangedBy(ctx, ctx.access, args),
});

/** Undoes a finished import. */
export const remove = kennelMutation({
  permission: "dogs:write",
  args: runArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await removeRun(ctx, ctx.access, runId),
});

/** Plans a run. */
export const plan = internalAction({
  args: innerRunArgs,
  returns: v.null(),
  handler: async (ctx, { runId }): Promise<null> => await planRun(ctx, runId),
});

/** Begins a plan. */
export const beginPlanned = internalMutation({
  args: innerRunArgs,
  handler: async (ctx, { runId }) => await beginPlan(ctx, runId),
});

/** Saves the progress of a plan. */
export const reportPlanned = internalMutation({
  args: { ...planArgs, done: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { done, ...planned }) => await reportPlan(ctx, planned, done),
});

/** Deletes a batch of the rows that an earlier plan has stored. */
export const clearPlanned = internalMutation({
  args: { kennelId: v.id("kennels"), ...innerRunArgs },
  returns: v.boolean(),
  handler: async (ctx, { kennelId, runId }) => await clearPlan(ctx, kennelId, runId),
});

/** Reads a page of the kennel's dogs. */
export const readKnownDogs = internalQuery({
  args: { kennelId: v.id("kennels"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, cursor }) => await readKnown(ctx, kennelId, cursor),
});

/** Reads the dogs that a page of the kennel's breedings refers to. */
export const readBredDogs = internalQuery({
  args: { kennelId: v.id("kennels"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, cursor }) => await readBred(ctx, kennelId, cursor),
});

/** Reads one chunk of the uploaded rows. */
export const readStaged = internalQuery({
  args: { ...innerRunArgs, index: v.number() },
  returns: v.array(importRowValidator),
  handler: async (ctx, { runId, index }) => await readChunk(ctx, runId, index),
});

/** Reads the known dogs that a plan would change. */
export const readChanged = internalQuery({
  args: { dogIds: v.array(v.id("dogs")) },
  handler: async (ctx, { dogIds }) => await readTargets(ctx, dogIds),
});

/** Stores steps of a plan. */
export const storePlanned = internalMutation({
  args: { ...planArgs, steps: v.array(storedStepShape) },
  returns: v.boolean(),
  handler: async (ctx, { steps, ...planned }) => await storeSteps(ctx, planned, steps),
});

/** Ends a plan with its report. */
export const finishPlanned = internalMutation({
  args: { ...planArgs, ...planResultArgs },
  returns: v.null(),
  handler: async (ctx, { runId, attempt, ...result }) => await finishPlan(ctx, { runId, attempt }, result),
});

/** Writes the next steps of a confirmed run. */
export const write = internalMutation({
  args: innerRunArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await writeNext(ctx, runId),
});

/** Undoes the next part of a run. */
export const undo = internalMutation({
  args: innerRunArgs,
  returns: v.null(),
  handler: async (ctx, { runId }) => await undoNext(ctx, runId),
});

/** Deletes the data that a finished run no longer needs. */
export const tidy = internalMutation({
  args: { ...innerRunArgs, from: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { runId, from = 0 }) => await tidyRun(ctx, runId, from),
});

/** Deletes the rows and steps of a deleted or failed run. */
export const clear = internalMutation({
  args: { kennelId: v.id("kennels"), ...innerRunArgs },
  returns: v.null(),
  handler: async (ctx, { kennelId, runId }) => await clearNext(ctx, kennelId, runId),
});
