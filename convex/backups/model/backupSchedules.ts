/** The nightly backup, created at night in the kennel's time zone. Source: BAK-08, decision GAP-BAK-03. */
import { v, type Infer } from "convex/values";
import { KEPT_BACKUPS } from "../../../domain/backups/format";
import { addDays } from "../../../domain/dates/calendar-days";
import { dayIn, instantOf } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { backupRowsOf, cleanUpBackups } from "./backups";
import { insertBackup } from "../../kennels/model/backupRows";
import type { Access } from "../../platform/model/people/identity";
import { isLocked, LOOK_AGAIN_MS } from "../../platform/model/changes/restoreLocks";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { isTimeSettled } from "../../platform/model/changes/settledTime";

/** Local time, between the last entries of one day and the first entries of the next day. */
const NIGHT = "03:00";

const SWEEP_BATCH = 50;

/** In any time zone, the next night is at most this far away, even if the clocks are set back. */
const LONGEST_WAIT_MS = 26 * 3_600_000;

const MOST_KEPT = 30;

export const scheduleShape = v.object({
  enabled: v.boolean(),
  frequency: v.literal("daily"),
  keepCount: v.number(),
  nextAt: v.union(v.number(), v.null()),
});
type Schedule = Infer<typeof scheduleShape>;

const findSchedule = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"backupSchedules"> | null> =>
  await ctx.db
    .query("backupSchedules")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();

export async function readSchedule(ctx: QueryCtx, { kennelId }: Pick<Access, "kennelId">): Promise<Schedule> {
  const row = await findSchedule(ctx, kennelId);
  return {
    enabled: row?.nextAt !== undefined,
    frequency: "daily",
    keepCount: row?.keepCount ?? KEPT_BACKUPS,
    nextAt: row?.nextAt ?? null,
  };
}

function nextNight(zone: string, now: number): number {
  const today = dayIn(zone, now);
  const night = instantOf(today, NIGHT, zone);
  return night > now ? night : instantOf(addDays(today, 1), NIGHT, zone);
}

/** Throws VALIDATION_FAILED. */
export async function setSchedule(
  ctx: MutationCtx,
  access: Access,
  { enabled, keepCount = KEPT_BACKUPS }: { enabled: boolean; keepCount?: number | undefined },
): Promise<Schedule> {
  if (!Number.isInteger(keepCount) || keepCount < 1 || keepCount > MOST_KEPT) {
    fail("VALIDATION_FAILED", { fields: { keepCount: `keepCount must be from 1 to ${MOST_KEPT}` } });
  }
  const { kennelId } = access;
  const nextAt = enabled ? nextNight(await timeZoneOf(ctx, kennelId), Date.now()) : undefined;
  const row = await findSchedule(ctx, kennelId);
  if (row) await ctx.db.patch("backupSchedules", row._id, { keepCount, nextAt });
  else await ctx.db.insert("backupSchedules", { kennelId, keepCount, nextAt });
  return await readSchedule(ctx, access);
}

async function beginNight(ctx: MutationCtx, { _id, kennelId }: Doc<"backupSchedules">, now: number) {
  if (await isLocked(ctx, kennelId)) {
    // A backup of a partly restored kennel would be useless.
    await ctx.db.patch("backupSchedules", _id, { nextAt: now + LOOK_AGAIN_MS });
    return;
  }
  const zone = await timeZoneOf(ctx, kennelId);
  await ctx.db.patch("backupSchedules", _id, { nextAt: nextNight(zone, now) });
  // If a backup is running or waits for its next attempt, no second backup is needed.
  if ((await backupRowsOf(ctx, kennelId)).some(({ state }) => state === "making")) return;
  const backupId = await insertBackup(ctx, {
    kennelId,
    type: "automatic",
    format: "json",
    includesPhotos: true,
    day: dayIn(zone, now),
  });
  await ctx.scheduler.runAfter(0, internal.backups.actions.backupMaking.make, { backupId });
}

/** If the clock was set back, the night is scheduled again. */
export async function sweepSchedules(ctx: MutationCtx): Promise<null> {
  const now = Date.now();
  const due = await ctx.db
    .query("backupSchedules")
    .withIndex("by_next", (q) => q.gt("nextAt", 0).lte("nextAt", now))
    .take(SWEEP_BATCH);
  for (const row of due) await beginNight(ctx, row, now);
  const ahead = await ctx.db
    .query("backupSchedules")
    .withIndex("by_next", (q) => q.gt("nextAt", now + LONGEST_WAIT_MS))
    .take(SWEEP_BATCH);
  for (const { _id, kennelId } of ahead) {
    await ctx.db.patch("backupSchedules", _id, { nextAt: nextNight(await timeZoneOf(ctx, kennelId), now) });
  }
  if ([due, ahead].some(({ length }) => length === SWEEP_BATCH))
    await ctx.scheduler.runAfter(0, internal.backups.backups.sweepNights, {});
  return null;
}

export async function keepNewest(ctx: MutationCtx, row: Doc<"backups">): Promise<void> {
  if (row.type !== "automatic" || !(await isTimeSettled(ctx))) return;
  const keepCount = (await findSchedule(ctx, row.kennelId))?.keepCount ?? KEPT_BACKUPS;
  await cleanUpBackups(ctx, row, { keepCount, type: "automatic" });
}
