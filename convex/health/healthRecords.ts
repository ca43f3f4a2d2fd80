/** The registered functions of health records: list, get, create, update, follow-up, remove, and a dog's summary. */
import { v } from "convex/values";
import { dogMutation, dogQuery, innerDogQuery, kennelQuery } from "../platform/functions";
import { healthRecordMutation, healthRecordQuery } from "./builders";
import { describeHealthHistory, healthHistoryArgs, healthHistoryShape } from "./model/healthHistory";
import { brandOf, brandShape } from "../kennels/model/kennelSettings";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import {
  healthRecordListArgs,
  healthRecordListOfDogArgs,
  healthRecordPageShape,
  listHealthRecords,
} from "./model/healthRecordList";
import {
  createHealthRecord,
  describeHealthRecord,
  removeHealthRecord,
  setFollowUpDone as markFollowUp,
  updateHealthRecord,
} from "./model/healthRecords";
import {
  healthRecordChangeArgs,
  healthRecordEntryShape,
  newHealthRecordArgs,
} from "./model/healthRecordShape";
import { healthSummaryShape, summarizeHealth } from "./model/healthSummary";

/** Lists a page of the kennel's health records, the newest first. */
export const list = kennelQuery({
  permission: "health:read",
  args: healthRecordListArgs,
  returns: healthRecordPageShape,
  handler: async (ctx, args) => await listHealthRecords(ctx, ctx.access.kennelId, args),
});

/** Returns one health record with its dog and attachments. */
export const get = healthRecordQuery({
  permission: "health:read",
  args: {},
  returns: healthRecordEntryShape,
  handler: async (ctx) => await describeHealthRecord(ctx, ctx.record),
});

/** Records what was found or done with a dog and tells the activity list. */
export const create = dogMutation({
  permission: "health:write",
  args: newHealthRecordArgs,
  returns: healthRecordEntryShape,
  handler: async (ctx, args) => await createHealthRecord(ctx, ctx, args),
});

/** Changes a health record; omitted fields stay unchanged, null or empty ones are cleared. */
export const update = healthRecordMutation({
  permission: "health:write",
  args: { ...healthRecordChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: healthRecordEntryShape,
  handler: async (ctx, args) => await updateHealthRecord(ctx, ctx.record, args),
});

/** Marks a record's follow-up as done on a day, or as open again with null. */
export const setFollowUpDone = healthRecordMutation({
  permission: "health:write",
  args: { doneOn: v.union(v.string(), v.null()), today: v.string() },
  returns: healthRecordEntryShape,
  handler: async (ctx, args) => await markFollowUp(ctx, ctx.record, args),
});

/** Deletes a health record with its attachments. */
export const remove = healthRecordMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeHealthRecord(ctx, ctx.record),
});

/** Lists who changed the record after a version of it, the newest first. */
export const editsSince = healthRecordQuery({
  permission: "health:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.record, since),
});

/** Lists a page of a dog's health records, the newest first, or returns null when the caller has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: healthRecordListOfDogArgs,
  returns: v.union(healthRecordPageShape, v.null()),
  handler: async (ctx, args) =>
    ctx.reached &&
    (await listHealthRecords(ctx, ctx.reached.dog.kennelId, { ...args, dogId: ctx.reached.dog._id })),
});

/** Sums a dog's health up, or returns null when the caller has no such dog. */
export const summary = dogQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.union(healthSummaryShape, v.null()),
  handler: async (ctx, { today }) => ctx.reached && (await summarizeHealth(ctx, ctx.reached, today)),
});

/** Returns what the printed health history of a dog tells. */
export const historyToPrint = innerDogQuery({
  permission: "health:read",
  args: healthHistoryArgs,
  returns: healthHistoryShape.extend({ brand: brandShape }),
  handler: async (ctx, args) => ({
    ...(await describeHealthHistory(ctx, ctx.dog, args)),
    brand: await brandOf(ctx, ctx.dog.kennelId),
  }),
});
