/**
 * Runs a restore. A started restore locks the kennel against other changes. The action in
 * backups/actions/backupRestore.ts writes the records and is started again after a crash. If the restore cannot be
 * finished, the kennel's previous state is restored. Sources: decisions GAP-BAK-04 to 06.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { backupFileName } from "../../../domain/backups/format";
import { dayIn } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  type restoreErrorValidator,
  restoreModeValidator,
  restoreProgressFields,
  restoreStateValidator,
} from "../tables/restores";
import { backupShape, cleanUpBackups, describeBackup, requireBackup } from "./backups";
import { insertBackup } from "../../kennels/model/backupRows";
import { cascadesOf } from "../../platform/model/changes/cascades";
import { checkPermission, type Access } from "../../platform/model/people/identity";
import { noteEvent } from "../../platform/model/changes/historyEvents";
import { spend } from "../../platform/model/people/limits";
import { isActive, newestRestoreOf, setLock } from "./restoreRows";
import { packAgain, unpackPedigree } from "../../pedigree/model/pedigreeWork";
import { isBeforeStart, scheduleRun, watchLater } from "./restoreRuns";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { displayName } from "../../platform/model/paging/names";
import { isAtWork, job, stuckIn } from "../../platform/model/changes/jobs";
import { isTimeSettled } from "../../platform/model/changes/settledTime";

/**
 * After this many attempts without progress, the previous state is restored. Restoring the previous state has the
 * same number of attempts.
 */
const MAX_TRIES = 4;
const MAX_TRIES_OF_UNDOING = 40;

/** The pause must be shorter than the time after which a restore counts as interrupted. */
const LONGEST_DELAY_MS = 60_000;

type Restore = Doc<"restores">;
export type RestoreMode = Infer<typeof restoreModeValidator>;
export type RestoreError = Infer<typeof restoreErrorValidator>;

export const restoreShape = v.object({
  id: v.id("restores"),
  state: restoreStateValidator,
  mode: restoreModeValidator,
  isUndoing: v.boolean(),
  /** Null if the backup was deleted. */
  backup: v.union(backupShape, v.null()),
  /** The backup of the state before this restore. */
  savedId: v.union(v.id("backups"), v.null()),
  ...restoreProgressFields,
  problem: v.union(v.string(), v.null()),
  startedAt: v.number(),
  startedBy: v.string(),
  isMine: v.boolean(),
});
export type RestoreReport = Infer<typeof restoreShape>;

/** Returns null if there was no restore. */
export async function describeNewest(
  ctx: QueryCtx,
  { kennelId, user }: Access,
): Promise<RestoreReport | null> {
  const row = await newestRestoreOf(ctx, kennelId);
  if (!row) return null;
  const backup = await ctx.db.get("backups", row.backupId);
  const starter = await ctx.db.get("users", row.userId);
  return {
    id: row._id,
    state: row.state,
    mode: row.mode,
    isUndoing: row.isUndoing,
    backup: backup && (await describeBackup(ctx, backup)),
    savedId: row.savedId ?? null,
    done: row.done,
    total: row.total,
    added: row.added,
    replaced: row.replaced,
    removed: row.removed,
    errors: row.errors,
    errorCount: row.errorCount,
    problem: row.problem ?? null,
    startedAt: row.startedAt,
    startedBy: starter ? displayName(starter) : "",
    isMine: row.userId === user._id,
  };
}

async function isImporting(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> {
  for (const state of ["writing", "undoing"] as const) {
    const run = await ctx.db
      .query("importRuns")
      .withIndex("by_kennel_and_state", (q) => q.eq("kennelId", kennelId).eq("state", state))
      .first();
    if (run) return true;
  }
  return false;
}

const RESTORED_AREAS = ["dogs", "breeding", "finances", "health", "reminders", "settings"] as const;

/** Throws FORBIDDEN, NOT_FOUND, BACKUP_UNREADY, IMPORT_UNDERWAY, STILL_MOVING or RATE_LIMITED. */
async function prepareRestore(
  ctx: MutationCtx,
  access: Access,
  { backupId, mode }: { backupId: string; mode: RestoreMode },
): Promise<Id<"restores">> {
  const { kennelId, user } = access;
  for (const area of RESTORED_AREAS) checkPermission(access, `${area}:write`);
  const backup = await requireBackup(ctx, access, backupId);
  if (backup.state !== "ready") fail("BACKUP_UNREADY");
  if (await isImporting(ctx, kennelId)) fail("IMPORT_UNDERWAY");
  // While a cascade deletes or restores rows, these rows would look like records that are missing in the backup.
  if ((await cascadesOf(ctx, kennelId)).length > 0) fail("STILL_MOVING");
  await spend(ctx, user._id, "backups");
  const now = Date.now();
  await setLock(ctx, kennelId, true);
  return await ctx.db.insert("restores", {
    kennelId,
    userId: user._id,
    backupId: backup._id,
    mode,
    state: "saving",
    isUndoing: false,
    attempt: 0,
    tries: 0,
    done: 0,
    total: Object.values(backup.counts).reduce((sum, count) => sum + count, 0),
    added: 0,
    replaced: 0,
    removed: 0,
    errors: [],
    errorCount: 0,
    cursor: null,
    startedAt: now,
    stateSince: now,
  });
}

export async function startRestore(
  ctx: MutationCtx,
  access: Access,
  asked: { backupId: string; mode: RestoreMode },
): Promise<Id<"restores">> {
  const restoreId = await prepareRestore(ctx, access, asked);
  await scheduleRun(ctx, restoreId);
  return restoreId;
}

/** A watcher detects the end of the request. */
export async function prepareInRequest(
  ctx: MutationCtx,
  access: Access,
  asked: { backupId: string; mode: RestoreMode },
): Promise<Id<"restores">> {
  const restoreId = await prepareRestore(ctx, access, asked);
  await watchLater(ctx, restoreId, undefined);
  return restoreId;
}

/** Returns null if the restore is finished. */
export async function claimRestore(ctx: MutationCtx, restoreId: Id<"restores">): Promise<Restore | null> {
  const row = await ctx.db.get("restores", restoreId);
  if (!row || !isActive(row)) return null;
  const changes = { attempt: row.attempt + 1, tries: row.tries + 1, stateSince: Date.now() };
  await ctx.db.patch("restores", restoreId, changes);
  return { ...row, ...changes };
}

export const tryArgs = { restoreId: v.id("restores"), attempt: v.number() };

export interface Try {
  readonly restoreId: Id<"restores">;
  readonly attempt: number;
}

/** Returns null if the attempt was replaced. */
export async function restoreOf(ctx: QueryCtx, { restoreId, attempt }: Try): Promise<Restore | null> {
  const row = await ctx.db.get("restores", restoreId);
  return row && isActive(row) && row.attempt === attempt ? row : null;
}

/**
 * Requests the backup of the state before the restore if this backup is missing. Returns null if a newer attempt
 * has replaced this attempt.
 */
export async function ensureSaved(ctx: MutationCtx, work: Try): Promise<Id<"backups"> | null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  const saved = restore.savedId && (await ctx.db.get("backups", restore.savedId));
  if (saved && saved.state !== "failed") return saved._id;
  const zone = await timeZoneOf(ctx, restore.kennelId);
  const savedId = await insertBackup(ctx, {
    kennelId: restore.kennelId,
    type: "before_restore",
    format: "json",
    includesPhotos: true,
    day: dayIn(zone, Date.now()),
    userId: restore.userId,
  });
  await ctx.db.patch("restores", restore._id, { savedId, stateSince: Date.now() });
  return savedId;
}

/** Returns false if a newer attempt has replaced this attempt. */
export async function advanceRestore(
  ctx: MutationCtx,
  work: Try,
  { state, isMadeHere }: { state: "writing" | "counting"; isMadeHere?: boolean },
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  await ctx.db.patch("restores", restore._id, {
    ...{ state, counting: undefined, cursor: null, stateSince: Date.now() },
    ...(isMadeHere !== undefined && { isMadeHere }),
  });
  // Pedigrees are calculated again at the end.
  if (state === "writing") await unpackPedigree(ctx, restore.kennelId);
  return true;
}

/** Saves that an attempt still runs; returns false if a newer attempt has replaced it. */
export async function keepAlive(ctx: MutationCtx, work: Try): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  await ctx.db.patch("restores", restore._id, { stateSince: Date.now() });
  return true;
}

/** The time of an action is limited. The continuation does not count as a further attempt. */
export async function handOn(ctx: MutationCtx, work: Try): Promise<null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  await ctx.db.patch("restores", restore._id, { tries: 0, stateSince: Date.now() });
  await scheduleRun(ctx, restore._id);
  return null;
}

export async function finishRestore(ctx: MutationCtx, work: Try): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  await endRestore(ctx, restore, restore.isUndoing ? "failed" : "finished");
  if (!restore.isUndoing) await tellRestore(ctx, restore, "restored");
  if (await isTimeSettled(ctx)) await cleanUpBackups(ctx, restore, { type: "before_restore" });
  return true;
}

/** The entry says which backup was restored and how many records were written, or that the restore failed. */
async function tellRestore(
  ctx: MutationCtx,
  { kennelId, userId, backupId, added, replaced, removed }: Restore,
  what: "restored" | "restore_failed",
): Promise<void> {
  const backup = await ctx.db.get("backups", backupId);
  await noteEvent(ctx, kennelId, {
    what,
    title: backup ? backupFileName(backup.day, backup.format) : "",
    by: userId,
    ...(what === "restored" && { counts: { added, replaced, removed } }),
  });
}

async function endRestore(
  ctx: MutationCtx,
  restore: Restore,
  state: "finished" | "failed",
  problem = restore.problem,
): Promise<void> {
  await ctx.db.patch("restores", restore._id, { state, problem, stateSince: Date.now() });
  await packAgain(ctx, restore.kennelId);
  await setLock(ctx, restore.kennelId, false);
}

const mostTriesOf = ({ isUndoing }: Restore): number => (isUndoing ? MAX_TRIES_OF_UNDOING : MAX_TRIES);

interface Trouble {
  readonly problem: string;
  /** Another attempt would be pointless. */
  readonly isFinal: boolean;
}

export async function meetTrouble(ctx: MutationCtx, work: Try, { problem, isFinal }: Trouble): Promise<null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  if (!isFinal && restore.tries < mostTriesOf(restore)) {
    await ctx.db.patch("restores", restore._id, { stateSince: Date.now() });
    const delay = Math.min(LONGEST_DELAY_MS, 1000 * 2 ** restore.tries);
    await scheduleRun(ctx, restore._id, delay);
    return null;
  }
  await giveUp(ctx, restore, problem);
  return null;
}

const NOT_UNDONE =
  "The restore failed, and the previous state could not be put back automatically. It is kept among the backups.";

/** If nothing was written yet, or if the previous state cannot be restored either, the restore ends. */
async function giveUp(ctx: MutationCtx, restore: Restore, problem: string): Promise<void> {
  if (!restore.isUndoing) await tellRestore(ctx, restore, "restore_failed");
  if (restore.state === "saving") return await endRestore(ctx, restore, "failed", problem);
  if (restore.isUndoing || !restore.savedId) return await endRestore(ctx, restore, "failed", NOT_UNDONE);
  await ctx.db.patch("restores", restore._id, {
    backupId: restore.savedId,
    mode: "exact",
    state: "writing",
    isUndoing: true,
    isMadeHere: true,
    problem,
    attempt: restore.attempt + 1,
    tries: 0,
    done: 0,
    added: 0,
    replaced: 0,
    removed: 0,
    errors: [],
    errorCount: 0,
    cursor: null,
    stateSince: Date.now(),
  });
  await scheduleRun(ctx, restore._id);
}

/** After too many attempts, the previous state is restored. */
async function takeUp(ctx: MutationCtx, restore: Restore): Promise<void> {
  if (restore.tries >= mostTriesOf(restore)) {
    await giveUp(ctx, restore, "The restore was interrupted repeatedly.");
    return;
  }
  await ctx.db.patch("restores", restore._id, { stateSince: Date.now() });
  await scheduleRun(ctx, restore._id);
}

/** A restore within a REST request has no action. */
export const watchArgs = { restoreId: v.id("restores"), jobId: v.optional(v.id("_scheduled_functions")) };

/** Nothing happens if another action already runs the restore. */
export async function watchRestore(
  ctx: MutationCtx,
  { restoreId, jobId }: ObjectType<typeof watchArgs>,
): Promise<null> {
  const restore = await ctx.db.get("restores", restoreId);
  if (!restore || !isActive(restore) || restore.jobId !== jobId) return null;
  const isDriven = jobId ? await isAtWork(ctx, jobId) : !isBeforeStart(restore.stateSince);
  if (isDriven) await watchLater(ctx, restoreId, jobId);
  else await takeUp(ctx, restore);
  return null;
}

/** Takes up restores that were interrupted, for example by a restart of the server. */
export const restoreJob = job({
  table: "restores",
  minutes: 1,
  findStuck: stuckIn("restores", ["saving", "writing", "counting"]),
  takeUp,
});
