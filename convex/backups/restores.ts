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

/** Any user may have started the restore. Returns null if there was no restore. */
export const newest = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: v.union(restoreShape, v.null()),
  handler: async (ctx) => await describeNewest(ctx, ctx.access),
});

export const start = kennelMutation({
  permission: "backups:write",
  args: beginArgs,
  returns: v.id("restores"),
  handler: async (ctx, args) => await startRestore(ctx, ctx.access, args),
});

/** The restore runs within a request. */
export const prepare = innerKennelMutation({
  permission: "backups:write",
  args: beginArgs,
  returns: v.id("restores"),
  handler: async (ctx, args) => await prepareInRequest(ctx, ctx.access, args),
});

export const beginSending = kennelMutation({
  permission: "backups:write",
  args: { today: v.string() },
  returns: v.id("backups"),
  handler: async (ctx, { today }) => await beginUpload(ctx, ctx.access, today),
});

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

export const takeFiles = kennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, args) => await takeUploadedFiles(ctx, ctx.access, args, false),
});

/** The files were sent within a request. */
export const acceptFiles = innerKennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, args) => await takeUploadedFiles(ctx, ctx.access, args, true),
});

export const takeRecords = kennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, args) => await takeSentRecords(ctx, ctx.access, args, false),
});

/** The backup is checked within the request. */
export const acceptRecords = innerKennelMutation({
  permission: "backups:write",
  args: { backupId: v.string(), storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, args) => await takeSentRecords(ctx, ctx.access, args, true),
});

export const sent = kennelQuery({
  permission: "backups:read",
  args: { backupId: v.string() },
  returns: backupContentsShape,
  handler: async (ctx, { backupId }) =>
    await describeContents(ctx, ctx.access, await requireBackup(ctx, ctx.access, backupId)),
});

export const finishChecked = internalMutation({
  args: checkedArgs,
  returns: v.null(),
  handler: async (ctx, args) => await finishCheck(ctx, args),
});

export const claim = internalMutation({
  args: { restoreId: v.id("restores") },
  handler: async (ctx, { restoreId }) => await claimRestore(ctx, restoreId),
});

export const savedBackup = internalMutation({
  args: tryArgs,
  returns: v.union(v.id("backups"), v.null()),
  handler: async (ctx, work) => await ensureSaved(ctx, work),
});

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

/** These dogs need no additional room in the plan. */
export const countKnownDogs = internalQuery({
  args: { kennelId: v.id("kennels"), dogIds: v.array(v.string()), isAdding: v.boolean() },
  returns: v.number(),
  handler: async (ctx, { kennelId, ...dogs }) => await countKnown(ctx, kennelId, dogs),
});

/** Returns null if there is room. */
export const findNoRoom = internalQuery({
  args: { kennelId: v.id("kennels"), dogs: v.number(), isExact: v.boolean() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { kennelId, ...wanted }) => await findNoRoomFor(ctx, kennelId, wanted),
});

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

/** Records of the backup may refer to these ids. */
export const lookOutside = internalQuery({
  args: {
    kennelId: v.id("kennels"),
    isForeign: v.boolean(),
    references: v.array(v.object({ table: v.string(), id: v.string() })),
  },
  returns: v.array(v.string()),
  handler: async (ctx, { references, ...kennel }) => await findOutside(ctx, kennel, references),
});

export const write = unrecordedMutation({
  args: { ...tryArgs, ...writeArgs },
  returns: v.union(v.array(writtenShape), v.null()),
  handler: async (ctx, { restoreId, attempt, ...batch }) =>
    await writeRows(ctx, { restoreId, attempt }, batch),
});

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

export const remove = unrecordedMutation({
  args: { ...tryArgs, table: kennelTableValidator, ids: v.array(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { table, ids, ...work }) => await removeRows(ctx, work, table, ids),
});

export const link = unrecordedMutation({
  args: { ...tryArgs, ...linkArgs },
  returns: v.boolean(),
  handler: async (ctx, { restoreId, attempt, ...links }) =>
    await linkRows(ctx, { restoreId, attempt }, links),
});

/** Invalid records are corrected. */
export const check = unrecordedMutation({
  args: { ...tryArgs, ...checkArgs },
  returns: v.boolean(),
  handler: async (ctx, { restoreId, attempt, ...batch }) =>
    await checkRows(ctx, { restoreId, attempt }, batch),
});

export const keepAlive = internalMutation({
  args: tryArgs,
  returns: v.boolean(),
  handler: async (ctx, work) => await keepRestoreAlive(ctx, work),
});

export const handOn = internalMutation({
  args: tryArgs,
  returns: v.null(),
  handler: async (ctx, work) => await handOnRestore(ctx, work),
});

export const count = unrecordedMutation({
  args: tryArgs,
  returns: v.union(v.boolean(), v.null()),
  handler: async (ctx, work) => await countNext(ctx, work),
});

export const finish = internalMutation({
  args: tryArgs,
  returns: v.boolean(),
  handler: async (ctx, work) => await finishRestore(ctx, work),
});

export const trouble = internalMutation({
  args: { ...tryArgs, problem: v.string(), isFinal: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { problem, isFinal, ...work }) => await meetTrouble(ctx, work, { problem, isFinal }),
});

export const watch = internalMutation({
  args: watchArgs,
  returns: v.null(),
  handler: async (ctx, watched) => await watchRestore(ctx, watched),
});
