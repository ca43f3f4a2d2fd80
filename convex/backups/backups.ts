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

export const list = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: v.array(backupShape),
  handler: async (ctx) => await listBackups(ctx, ctx.access),
});

export const stats = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: backupStatsShape,
  handler: async (ctx) => await readBackupStats(ctx, ctx.access),
});

export const storage = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: storageShape,
  handler: async (ctx) => await storageOf(ctx, ctx.access.kennelId, ctx.access.user._id),
});

/** The list of backups shows the progress. */
export const create = kennelMutation({
  permission: "backups:write",
  args: newBackupArgs,
  returns: v.id("backups"),
  handler: async (ctx, args) => await startBackup(ctx, ctx.access, args),
});

/** The backup is created within a request. */
export const prepare = innerKennelMutation({
  permission: "backups:write",
  args: newBackupArgs,
  returns: v.id("backups"),
  handler: async (ctx, args) => await prepareBackup(ctx, ctx.access, args),
});

export const get = backupQuery({
  permission: "backups:read",
  args: {},
  returns: backupContentsShape,
  handler: async (ctx) => await describeContents(ctx, ctx.access, ctx.backup),
});

/** Each file has its address. */
export const files = backupQuery({
  permission: "backups:read",
  args: { cursor: v.union(v.string(), v.null()) },
  returns: filesToFetchShape,
  handler: async (ctx, { cursor }) => await listFilesToFetch(ctx, ctx.access, ctx.backup, cursor),
});

export const remove = backupMutation({
  permission: "backups:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await deleteBackup(ctx, ctx.backup);
    return null;
  },
});

export const cleanup = kennelMutation({
  permission: "backups:write",
  args: { keepCount: v.optional(v.number()) },
  returns: v.number(),
  handler: async (ctx, { keepCount }) => await cleanUpBackups(ctx, ctx.access, { keepCount }),
});

export const schedule = kennelQuery({
  permission: "backups:read",
  args: {},
  returns: scheduleShape,
  handler: async (ctx) => await readSchedule(ctx, ctx.access),
});

export const setNightly = kennelMutation({
  permission: "backups:write",
  args: { enabled: v.boolean(), keepCount: v.optional(v.number()) },
  returns: scheduleShape,
  handler: async (ctx, args) => await setSchedule(ctx, ctx.access, args),
});

export const admitCheck = innerKennelMutation({
  permission: "backups:read",
  args: { backupId: v.string() },
  returns: v.id("backups"),
  handler: async (ctx, { backupId }) => await admitChecked(ctx, ctx.access, backupId),
});

export const beginMade = internalMutation({
  args: { backupId: v.id("backups") },
  handler: async (ctx, { backupId }) => await beginMaking(ctx, backupId),
});

export const noteMade = internalMutation({
  args: { ...makingArgs, progress: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { progress, ...making }) => await noteMaking(ctx, making, progress),
});

export const holdMade = internalMutation({
  args: { ...makingArgs, storageIds: v.array(v.id("_storage")) },
  returns: v.union(v.array(archiveFileShape), v.null()),
  handler: async (ctx, { storageIds, ...making }) => await holdFiles(ctx, making, storageIds),
});

export const finishMade = internalMutation({
  args: { ...makingArgs, ...madeArgs },
  returns: v.boolean(),
  handler: async (ctx, { backupId, attempt, ...made }) =>
    await finishMaking(ctx, { backupId, attempt }, made),
});

export const failMade = internalMutation({
  args: { ...makingArgs, problem: v.string() },
  returns: v.null(),
  handler: async (ctx, { problem, ...making }) => await failMaking(ctx, making, problem),
});

export const readKennel = internalQuery({
  args: { kennelId: v.id("kennels") },
  handler: async (ctx, { kennelId }) => await readKennelDetails(ctx, kennelId),
});

export const read = internalQuery({
  args: { backupId: v.id("backups") },
  handler: async (ctx, { backupId }) => await ctx.db.get("backups", backupId),
});

export const readFiles = internalQuery({
  args: { kennelId: v.id("kennels"), backupId: v.id("backups"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { kennelId, backupId, cursor }) =>
    await listArchiveFiles(ctx, { _id: backupId, kennelId }, cursor),
});

export const dropNextFiles = internalMutation({
  args: { kennelId: v.id("kennels"), backupId: v.id("backups") },
  returns: v.null(),
  handler: async (ctx, { kennelId, backupId }) => await dropFiles(ctx, kennelId, backupId),
});

export const removeOld = internalMutation({
  args: { backupId: v.id("backups") },
  returns: v.null(),
  handler: async (ctx, { backupId }) => {
    const row = await ctx.db.get("backups", backupId);
    if (row) await deleteUnlessRestored(ctx, row);
    return null;
  },
});

export const sweepNights = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepSchedules(ctx),
});
