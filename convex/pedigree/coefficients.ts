/** The registered functions of the coefficients of a whole breed: asking for them, reading them, and the steps inside. */
import { v } from "convex/values";
import {
  dogQuery,
  internalAction,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
} from "../platform/functions";
import {
  beginStep,
  breedOverviewShape,
  cancelReckoning,
  clearRows,
  coefficientRowShape,
  describeBreed,
  dogCoefficientShape,
  findCoefficient,
  finishReckoning,
  keepCheckpoint,
  keepSnapshot,
  readPedigreePage,
  reckonStep,
  reportStep,
  requestReckoning,
  stepArgs,
  storeRows,
  sweepReckonings,
  tidyRuns,
} from "./model/coefficientRuns";
import { breedSummaryValidator } from "./tables/coefficientRuns";

/** Answers the newest result of the kennel and how far the reckoning under way is. */
export const overview = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: breedOverviewShape,
  handler: async (ctx) => await describeBreed(ctx, ctx.access.kennelId),
});

/** Answers what the newest reckoning found for a dog, or null. */
export const ofDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: dogCoefficientShape,
  handler: async (ctx) => ctx.reached && (await findCoefficient(ctx, ctx.reached.dog)),
});

/** Begins a reckoning. */
export const start = kennelMutation({
  permission: "dogs:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await requestReckoning(ctx, ctx.access),
});

/** Gives up the reckoning that is under way. */
export const cancel = kennelMutation({
  permission: "dogs:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await cancelReckoning(ctx, ctx.access),
});

/** Takes the next step of a reckoning. */
export const reckon = internalAction({
  args: { runId: v.id("coefficientRuns") },
  returns: v.null(),
  handler: async (ctx, { runId }): Promise<null> => await reckonStep(ctx, runId),
});

/** Begins a step. */
export const beginReckoned = internalMutation({
  args: { runId: v.id("coefficientRuns") },
  handler: async (ctx, { runId }) => await beginStep(ctx, runId),
});

/** Tells how far a step is. */
export const reportReckoned = internalMutation({
  args: { ...stepArgs, done: v.number(), total: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { done, total, ...step }) => await reportStep(ctx, step, done, total),
});

/** Reads a page of the kennel's pedigree. */
export const readPedigree = internalQuery({
  args: { kennelId: v.id("kennels"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, cursor }) => await readPedigreePage(ctx, kennelId, cursor),
});

/** Keeps the pedigree that was read. */
export const keepRead = internalMutation({
  args: { ...stepArgs, snapshotId: v.id("_storage"), total: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { snapshotId, total, ...step }) => await keepSnapshot(ctx, step, snapshotId, total),
});

/** Keeps what was reckoned so far. */
export const keepReckoned = internalMutation({
  args: { ...stepArgs, checkpointId: v.id("_storage"), checkpointAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { checkpointId, checkpointAt, ...step }) =>
    await keepCheckpoint(ctx, step, checkpointId, checkpointAt),
});

/** Deletes what a broken-off step had stored of the result. */
export const clearStored = internalMutation({
  args: stepArgs,
  returns: v.boolean(),
  handler: async (ctx, step) => await clearRows(ctx, step),
});

/** Stores some of the result. */
export const storeFound = internalMutation({
  args: { ...stepArgs, rows: v.array(coefficientRowShape) },
  returns: v.boolean(),
  handler: async (ctx, { rows, ...step }) => await storeRows(ctx, step, rows),
});

/** Puts the result in the place of the former one. */
export const finishReckoned = internalMutation({
  args: { ...stepArgs, summary: breedSummaryValidator },
  returns: v.null(),
  handler: async (ctx, { summary, ...step }) => await finishReckoning(ctx, step, summary),
});

/** Deletes former runs and their results. */
export const tidy = internalMutation({
  args: { kennelId: v.id("kennels") },
  returns: v.null(),
  handler: async (ctx, { kennelId }) => await tidyRuns(ctx, kennelId),
});

/** Takes up what a restart cut off. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepReckonings(ctx),
});
