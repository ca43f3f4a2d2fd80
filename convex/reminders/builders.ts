/** The builders for functions that handle one reminder, one series, or a record with reminders. */
import { v } from "convex/values";
import { fail } from "../../domain/errors";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { buildersBy, rowAccess, rowBuilders, type Requirement } from "../platform/functions";
import {
  checkPermission,
  getAccess,
  requireIdentity,
  type Access,
  type Permission,
} from "../platform/model/people/identity";
import { findRow } from "../platform/model/paging/rows";

const access = rowAccess("reminders", "reminder", "reminderId");

/** A removed reminder throws NOT_FOUND. */
export const { query: reminderQuery, mutation: reminderMutation } = buildersBy({
  args: access.args,
  input: async (ctx: QueryCtx, args: { reminderId: string }, requirement: Requirement) => {
    const reached = await access.input(ctx, args, requirement);
    return reached.ctx.reminder.state === "removed" ? fail("NOT_FOUND") : reached;
  },
});

/** The reminder may have been removed. */
export const { mutation: anyReminderMutation } = buildersBy(access);

/** The id is that of the series or of one of its reminders. The series must be in one of the caller's kennels. */
async function requireSeries(
  ctx: QueryCtx,
  seriesId: string,
  permission: Permission,
): Promise<{ series: Doc<"reminderSeries">; access: Access }> {
  await requireIdentity(ctx);
  const reminder = await findRow(ctx, "reminders", seriesId);
  const id = reminder ? (reminder.seriesId ?? null) : ctx.db.normalizeId("reminderSeries", seriesId);
  const series = id && (await ctx.db.get("reminderSeries", id));
  const standing = series && (await getAccess(ctx, series.kennelId));
  if (!series || !standing) return fail("NOT_FOUND");
  checkPermission(standing, permission);
  return { series, access: standing };
}

/** The mutations throw NOT_FOUND if the caller has no such series. */
export const { mutation: seriesMutation } = buildersBy({
  args: { seriesId: v.string() },
  input: async (ctx: QueryCtx, { seriesId }: { seriesId: string }, { permission }: Requirement) => ({
    ctx: await requireSeries(ctx, seriesId, permission),
    args: {},
  }),
});

export const { query: breedingQuery, mutation: breedingMutation } = rowBuilders(
  "breedings",
  "breeding",
  "breedingId",
);

export const { query: litterQuery, mutation: litterMutation } = rowBuilders("litters", "litter", "litterId");
