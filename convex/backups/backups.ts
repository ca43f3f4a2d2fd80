/**
 * The registered functions of backups: request, list, delete, clean up, the nightly backup, and the internal steps
 * that create a backup.
 */
import { v } from "convex/values";
import {
  innerKennelMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
} from "../platform/functions";
import { backupMutation, backupQuery } from "./builders";
import { storageOf, storageShape } from "../platform/model/files/storedBytes";
import {
  admitCheck as admitChecked,
  backupShape,
  backupStatsShape,
  cleanUpBackups,
  deleteBackup,
  deleteUnlessRestored,
  dropFiles,
  listBackups,
  newBackupArgs,
  prepareBackup,
  readBackupStats,
  startBackup,
} from "./model/backups";
import {
  backupContentsShape,
  listFilesToFetch,
  describeContents,
  filesToFetchShape,
} from "./model/backupContents";
import {
  beginMaking,
  failMaking,
  finishMaking,
  archiveFileShape,
  holdFiles,
  listArchiveFiles,
  madeArgs,
  makingArgs,
  noteMaking,
  readKennelDetails,
} from "./model/backupMaking";
import { readSchedule, scheduleShape, setSchedule, sweepSchedules } from "./model/backupSchedules";

/** Lists the kennel's backups, the newest first. */
export const list = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: v.array(backupShape),
  handler: async (ctx) => await listBackups(ctx, ctx.access),
});

/** Returns how many backups the kennel has, and their total size. */
export const stats = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: backupStatsShape,
  handler: async (ctx) => await readBackupStats(ctx, ctx.access),
});

/** Returns how much storage the kennel uses, and its limit. */
export const storage = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: storageShape,
  handler: async (ctx) => await storageOf(ctx, ctx.access.kennelId, ctx.access.user._id),
});

/** Requests a backup; returns the backup's id. The list shows the progress. */
export const create = kennelMutation({
  permission: "backups:write",
  args: newBackupArgs,
  returns: v.id("backups"),
  handler: async (ctx, args) => await startBackup(ctx, ctx.access, args),
});

/** Creates the row of a backup that is created within a request. */
export const prepare = innerKennelMutation({
  permission: "backups:write",
  args: newBackupArgs,
  returns: v.id("backups"),
  handler: async (ctx, args) => await prepareBackup(ctx, ctx.access, args),
});

/** Returns a backup with the address of its records. */
export const get = backupQuery({
  permission: "backups:read",
  args: {},
  returns: backupContentsShape,
  handler: async (ctx) => await describeContents(ctx, ctx.access, ctx.backup),
});

/** Lists a page of the files of a backup, each with its address. */
export const files = backupQuery({
  permission: "backups:read",
  args: { cursor: v.union(v.string(), v.null()) },
  returns: filesToFetchShape,
  handler: async (ctx, { cursor }) => await listFilesToFetch(ctx, ctx.access, ctx.backup, cursor),
});

/** Deletes a backup. */
export const remove = backupMutation({
  permission: "backups:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await deleteBackup(ctx, ctx.backup);
    return null;
  },
});

/** Deletes all backups except the newest. */
export const cleanup = kennelMutation({
  permission: "backups:write",
  args: { keepCount: v.optional(v.number()) },
  returns: v.number(),
  handler: async (ctx, { keepCount }) => await cleanUpBackups(ctx, ctx.access, { keepCount }),
});

/** Returns whether and when automatic backups are made. */
export const schedule = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: scheduleShape,
  handler: async (ctx) => await readSchedule(ctx, ctx.access),
});

/** Switches the nightly backup on or off. */
export const setNightly = kennelMutation({
  permission: "backups:write",
  args: { enabled: v.boolean(), keepCount: v.optional(v.number()) },
  returns: scheduleShape,
  handler: async (ctx, args) => await setSchedule(ctx, ctx.access, args),
});

/** Checks that the caller may start the check of a backup. */
export const admitCheck = innerKennelMutation({
  permission: "backups:read",
  args: { backupId: v.string() },
  returns: v.id("backups"),
  handler: async (ctx, { backupId }) => await admitChecked(ctx, ctx.access, backupId),
});

/** Starts an attempt to create a backup. */
export const beginMade = internalMutation({
  args: { backupId: v.id("backups") },
  handler: async (ctx, { backupId }) => await beginMaking(ctx, backupId),
});

/** Saves the progress of a backup. */
export const noteMade = internalMutation({
  args: { ...makingArgs, progress: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { progress, ...making }) => await noteMaking(ctx, making, progress),
});

/** Protects files from deletion for a backup. */
export const holdMade = internalMutation({
  args: { ...makingArgs, storageIds: v.array(v.id("_storage")) },
  returns: v.union(v.array(archiveFileShape), v.null()),
  handler: async (ctx, { storageIds, ...making }) => await holdFiles(ctx, making, storageIds),
});

/** Saves the result of an attempt to create a backup. */
export const finishMade = internalMutation({
  args: { ...makingArgs, ...madeArgs },
  returns: v.boolean(),
  handler: async (ctx, { backupId, attempt, ...made }) =>
    await finishMaking(ctx, { backupId, attempt }, made),
});

/** Marks a backup as failed. */
export const failMade = internalMutation({
  args: { ...makingArgs, problem: v.string() },
  returns: v.null(),
  handler: async (ctx, { problem, ...making }) => await failMaking(ctx, making, problem),
});

/** Reads the fields of the kennel itself that a backup contains. */
export const readKennel = internalQuery({
  args: { kennelId: v.id("kennels") },
  handler: async (ctx, { kennelId }) => await readKennelDetails(ctx, kennelId),
});

export const read = internalQuery({
  args: { backupId: v.id("backups") },
  handler: async (ctx, { backupId }) => await ctx.db.get("backups", backupId),
});

/** Lists a page of the files that a backup uses. */
export const readFiles = internalQuery({
  args: { kennelId: v.id("kennels"), backupId: v.id("backups"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, backupId, cursor }) =>
    await listArchiveFiles(ctx, { _id: backupId, kennelId }, cursor),
});

/** Releases the next files of a deleted backup. */
export const dropNextFiles = internalMutation({
  args: { kennelId: v.id("kennels"), backupId: v.id("backups") },
  returns: v.null(),
  handler: async (ctx, { kennelId, backupId }) => await dropFiles(ctx, kennelId, backupId),
});

/** Deletes a backup that a cleanup found to be too old. */
export const removeOld = internalMutation({
  args: { backupId: v.id("backups") },
  returns: v.null(),
  handler: async (ctx, { backupId }) => {
    const row = await ctx.db.get("backups", backupId);
    if (row) await deleteUnlessRestored(ctx, row);
    return null;
  },
});

/** Starts the backups of the kennels whose nightly time has come. */
export const sweepNights = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepSchedules(ctx),
});
