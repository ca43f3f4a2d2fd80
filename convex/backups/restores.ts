/**
 * The registered functions of restores: upload and check a file, start and watch a restore, and the internal steps
 * of a restore.
 */
import { v } from "convex/values";
import {
  innerKennelMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
  unrecordedMutation,
} from "../platform/functions";
import { backupContentsShape, describeContents } from "./model/backupContents";
import { requireBackup } from "./model/backups";
import {
  beginUpload,
  checkedArgs,
  claimFiles as claimUploadedFiles,
  finishCheck,
  giveRecordsAddress,
  missingFileShape,
  takeFiles as takeUploadedFiles,
  takeRecords as takeSentRecords,
} from "./model/backupUploads";
import { kennelTableValidator } from "../platform/model/changes/kennelTables";
import { checkArgs, checkRows } from "./model/restoreChecking";
import { countNext } from "./model/restoreCounting";
import { findOutside, listPresent, presentShape } from "./model/restoreFinding";
import { countKnown, findNoRoom as findNoRoomFor } from "./model/restoreDogLimit";
import {
  advanceRestore,
  claimRestore,
  describeNewest,
  ensureSaved,
  finishRestore,
  handOn as handOnRestore,
  keepAlive as keepRestoreAlive,
  meetTrouble,
  prepareInRequest,
  restoreShape,
  startRestore,
  tryArgs,
  watchArgs,
  watchRestore,
} from "./model/restores";
import {
  linkArgs,
  linkRows,
  removeRows,
  writeArgs,
  writeKennel,
  writeRows,
  writtenShape,
} from "./model/restoreWriting";
import { restoreModeValidator } from "./tables/restores";

const beginArgs = { backupId: v.string(), mode: restoreModeValidator };

/** Returns the kennel's newest restore, whichever user started it; null if there was no restore. */
export const newest = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: v.union(restoreShape, v.null()),
  handler: async (ctx) => await describeNewest(ctx, ctx.access),
});

/** Starts a restore of a stored backup or an uploaded file. */
export const start = kennelMutation({
  permission: "backups:write",
  args: beginArgs,
  returns: v.id("restores"),
  handler: async (ctx, args) => await startRestore(ctx, ctx.access, args),
});

/** Creates the row of a restore that runs within a request. */
export const prepare = innerKennelMutation({
  permission: "backups:write",
  args: beginArgs,
  returns: v.id("restores"),
  handler: async (ctx, args) => await prepareInRequest(ctx, ctx.access, args),
});

/** Starts the upload of a backup file and returns the upload's id. */
export const beginSending = kennelMutation({
  permission: "backups:write",
  args: { today: v.string() },
  returns: v.id("backups"),
  handler: async (ctx, { today }) => await beginUpload(ctx, ctx.access, today),
});

/** Returns the upload address for the records. */
export const generateUploadUrl = kennelMutation({
  permission: "backups:write",
  args: { bytes: v.optional(v.number()) },
  returns: v.string(),
  handler: async (ctx, { bytes }) => await giveRecordsAddress(ctx, ctx.access, bytes),
});

/** Reuses files that are already stored; returns upload addresses for the other files. */
export const claimFiles = kennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), hashes: v.array(v.string()), bytes: v.optional(v.array(v.number())) },
  returns: v.array(missingFileShape),
  handler: async (ctx, args) => await claimUploadedFiles(ctx, ctx.access, args),
});

/** Adds uploaded files to the upload. */
export const takeFiles = kennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, args) => await takeUploadedFiles(ctx, ctx.access, args, false),
});

/** Adds files that were sent within a request. */
export const acceptFiles = innerKennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, args) => await takeUploadedFiles(ctx, ctx.access, args, true),
});

/** Accepts the uploaded records and starts the check of the whole backup. */
export const takeRecords = kennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, args) => await takeSentRecords(ctx, ctx.access, args, false),
});

/** Accepts the records of a backup that is checked within the request. */
export const acceptRecords = innerKennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, args) => await takeSentRecords(ctx, ctx.access, args, true),
});

/** Returns an uploaded backup: the progress of its check, its problems and its contents. */
export const sent = kennelQuery({
  permission: "backups:read",
  args: { backupId: v.string() },
  returns: backupContentsShape,
  handler: async (ctx, { backupId }) =>
    await describeContents(ctx, ctx.access, await requireBackup(ctx, ctx.access, backupId)),
});

/** Saves the result of checking an uploaded file. */
export const finishChecked = internalMutation({
  args: checkedArgs,
  returns: v.null(),
  handler: async (ctx, args) => await finishCheck(ctx, args),
});

/** Starts the next attempt of a restore. */
export const claim = internalMutation({
  args: { restoreId: v.id("restores") },
  handler: async (ctx, { restoreId }) => await claimRestore(ctx, restoreId),
});

/** Returns the backup of the state before the restore. */
export const savedBackup = internalMutation({
  args: tryArgs,
  returns: v.union(v.id("backups"), v.null()),
  handler: async (ctx, work) => await ensureSaved(ctx, work),
});

/** Moves a restore to its next state. */
export const advance = internalMutation({
  args: {
    ...tryArgs,
    state: v.union(v.literal("writing"), v.literal("counting")),
    isMadeHere: v.optional(v.boolean()),
  },
  returns: v.boolean(),
  handler: async (ctx, { restoreId, attempt, ...next }) =>
    await advanceRestore(ctx, { restoreId, attempt }, next),
});

/** Counts the dogs of a backup that already exist and therefore need no additional room. */
export const countKnownDogs = internalQuery({
  args: { kennelId: v.id("kennels"), dogIds: v.array(v.string()), isAdding: v.boolean() },
  returns: v.number(),
  handler: async (ctx, { kennelId, ...dogs }) => await countKnown(ctx, kennelId, dogs),
});

/** Returns why the plan has no room for the dogs of a backup, or null. */
export const findNoRoom = internalQuery({
  args: { kennelId: v.id("kennels"), dogs: v.number(), isExact: v.boolean() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { kennelId, ...wanted }) => await findNoRoomFor(ctx, kennelId, wanted),
});

/** Returns the records of a table that already exist, and their files. */
export const lookUp = internalQuery({
  args: {
    kennelId: v.id("kennels"),
    restoreId: v.id("restores"),
    table: kennelTableValidator,
    formerIds: v.array(v.string()),
  },
  returns: v.array(v.union(presentShape, v.null())),
  handler: async (ctx, { table, formerIds, ...where }) => await listPresent(ctx, where, table, formerIds),
});

/** Lists the ids outside a backup that the records of the backup may refer to. */
export const lookOutside = internalQuery({
  args: {
    kennelId: v.id("kennels"),
    isForeign: v.boolean(),
    references: v.array(v.object({ table: v.string(), id: v.string() })),
  },
  returns: v.array(v.string()),
  handler: async (ctx, { references, ...kennel }) => await findOutside(ctx, kennel, references),
});

/** Writes a batch of records. */
export const write = unrecordedMutation({
  args: { ...tryArgs, ...writeArgs },
  returns: v.union(v.array(writtenShape), v.null()),
  handler: async (ctx, { restoreId, attempt, ...batch }) =>
    await writeRows(ctx, { restoreId, attempt }, batch),
});

/** Writes the kennel's own fields. */
export const writeDetails = unrecordedMutation({
  args: {
    ...tryArgs,
    details: v.record(v.string(), v.any()),
    includesPhotos: v.boolean(),
    losses: v.array(v.string()),
  },
  returns: v.boolean(),
  handler: async (ctx, { restoreId, attempt, ...details }) =>
    await writeKennel(ctx, { restoreId, attempt }, details),
});

/** Deletes records that are newer than the backup. */
export const remove = unrecordedMutation({
  args: { ...tryArgs, table: kennelTableValidator, ids: v.array(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { table, ids, ...work }) => await removeRows(ctx, work, table, ids),
});

/** Fills in references that were unknown when the records were written. */
export const link = unrecordedMutation({
  args: { ...tryArgs, ...linkArgs },
  returns: v.boolean(),
  handler: async (ctx, { restoreId, attempt, ...links }) =>
    await linkRows(ctx, { restoreId, attempt }, links),
});

/** Checks records against each other and corrects invalid ones. */
export const check = unrecordedMutation({
  args: { ...tryArgs, ...checkArgs },
  returns: v.boolean(),
  handler: async (ctx, { restoreId, attempt, ...batch }) =>
    await checkRows(ctx, { restoreId, attempt }, batch),
});

/** Saves that an attempt still runs. */
export const keepAlive = internalMutation({
  args: tryArgs,
  returns: v.boolean(),
  handler: async (ctx, work) => await keepRestoreAlive(ctx, work),
});

/** Lets another action continue a restore. */
export const handOn = internalMutation({
  args: tryArgs,
  returns: v.null(),
  handler: async (ctx, work) => await handOnRestore(ctx, work),
});

/** Runs the next part of the count. */
export const count = unrecordedMutation({
  args: tryArgs,
  returns: v.union(v.boolean(), v.null()),
  handler: async (ctx, work) => await countNext(ctx, work),
});

/** Ends a restore. */
export const finish = internalMutation({
  args: tryArgs,
  returns: v.boolean(),
  handler: async (ctx, work) => await finishRestore(ctx, work),
});

/** Handles a failed attempt. */
export const trouble = internalMutation({
  args: { ...tryArgs, problem: v.string(), isFinal: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { problem, isFinal, ...work }) => await meetTrouble(ctx, work, { problem, isFinal }),
});

/** Resumes a restore whose action was interrupted. */
export const watch = internalMutation({
  args: watchArgs,
  returns: v.null(),
  handler: async (ctx, watched) => await watchRestore(ctx, watched),
});
