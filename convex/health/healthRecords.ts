/** The registered functions of health records: list, get, create, update, follow-up, remove, and a dog's summary. */
import { v } from "convex/values";
import { dogQuery, innerDogQuery, kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { healthRecordMutation } from "./builders";
import { describeHealthHistory, healthHistoryArgs, healthHistoryShape } from "./model/healthHistory";
import { brandOf, brandShape } from "../kennels/model/kennelSettings";
import {
  healthRecordListArgs,
  healthRecordListOfDogArgs,
  healthRecordPageShape,
  listHealthRecords,
} from "./model/healthRecordList";
import { healthRecords, setFollowUpDone as markFollowUp } from "./model/healthRecords";
import { healthSummaryShape, summarizeHealth } from "./model/healthSummary";

export const { get, create, update, remove, editsSince } = recordFunctions(healthRecords, {
  argument: "recordId",
  owner: "dogId",
  area: "health",
});

/** The newest record is first. */
export const list = kennelQuery({
  permission: "health:read",
  args: healthRecordListArgs,
  returns: healthRecordPageShape,
  handler: async (ctx, args) => await listHealthRecords(ctx, ctx.access.kennelId, args),
});

/** A null date marks the follow-up as open. */
export const setFollowUpDone = healthRecordMutation({
  permission: "health:write",
  args: { doneOn: v.union(v.string(), v.null()), today: v.string() },
  returns: healthRecords.shape,
  handler: async (ctx, args) => await markFollowUp(ctx, ctx.record, args),
});

/** The newest record is first. Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: healthRecordListOfDogArgs,
  returns: v.union(healthRecordPageShape, v.null()),
  handler: async (ctx, args) =>
    ctx.reached &&
    (await listHealthRecords(ctx, ctx.reached.dog.kennelId, { ...args, dogId: ctx.reached.dog._id })),
});

/** Returns null if the caller's kennel has no such dog. */
export const summary = dogQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.union(healthSummaryShape, v.null()),
  handler: async (ctx, { today }) => ctx.reached && (await summarizeHealth(ctx, ctx.reached, today)),
});

export const historyToPrint = innerDogQuery({
  permission: "health:read",
  args: healthHistoryArgs,
  returns: healthHistoryShape.extend({ brand: brandShape }),
  handler: async (ctx, args) => ({
    ...(await describeHealthHistory(ctx, ctx.dog, args)),
    brand: await brandOf(ctx, ctx.dog.kennelId),
  }),
});
