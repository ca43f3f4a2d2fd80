/**
 * The four numbers of the dashboard. The transactions that change a number also store it. A number is null if the
 * caller may not read its area. Sources: rules DASH-02 to DASH-05 and DASH-22, decisions GAP-DASH-03 to 06.
 */
import { v, type Infer } from "convex/values";
import { MAX_BREEDINGS_PER_KENNEL, type BreedingStatus } from "../../../domain/breedings/rules";
import { MAX_PENDING_REMINDERS } from "../../../domain/reminders/rules";
import { addDays, isCalendarDay } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { hasPermission } from "../../../domain/permissions/permissions";
import { overdueFromOf } from "../../../domain/reminders/due";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getBreedingCounts } from "../../breedings/model/breedingCounts";
import { getCountedDogs, getCounters } from "../../platform/model/changes/counters";
import { checkToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { countOverdue, getReminderCounts } from "../../reminders/model/reminderCounts";
import { countDue, daysOfTab } from "../../vaccinations/model/vaccinationSchedule";
import { VaccinationDays } from "../../vaccinations/model/vaccinationMonths";
import { totalOf } from "../../platform/tables/tallies";
import { numberOrNull } from "../../platform/tables/shared";

export const statsArgs = {
  today: v.string(),
  startDate: v.optional(v.string()),
  endDate: v.optional(v.string()),
};

export const statsShape = v.object({
  /** All dogs on the list, and the dogs that are neither deceased nor sold. */
  dogs: v.object({ total: numberOrNull, inKennel: numberOrNull }),
  breeding: v.object({
    activeMating: numberOrNull,
    planned: numberOrNull,
    bred: numberOrNull,
    confirmed: numberOrNull,
  }),
  health: v.object({ upcomingVaccinations: numberOrNull, overdueVaccinations: numberOrNull }),
  reminders: v.object({ overdue: numberOrNull, pending: numberOrNull }),
});
export type DashboardStats = Infer<typeof statsShape>;

interface Span {
  readonly from: string;
  readonly to: string;
}

/** A start before every calendar date and an end after every calendar date. */
const ALWAYS: Span = { from: "0000-00-00", to: "9999-99-99" };

const ACTIVE = ["planned", "bred", "confirmed"] as const satisfies readonly BreedingStatus[];

/** Null means all time. */
function toSpan({ startDate, endDate }: { startDate?: string; endDate?: string }): Span | null {
  for (const [field, day] of [
    ["startDate", startDate],
    ["endDate", endDate],
  ] as const) {
    if (day !== undefined && !isCalendarDay(day)) {
      fail("VALIDATION_FAILED", { fields: { [field]: "This must be a date such as 2025-06-15" } });
    }
  }
  if (startDate === undefined && endDate === undefined) return null;
  return { from: startDate ?? ALWAYS.from, to: endDate ?? ALWAYS.to };
}

type Counts = Record<(typeof ACTIVE)[number], number>;

/** With a period, only breedings with a mating in the period are counted. */
async function countActive(ctx: QueryCtx, kennelId: Id<"kennels">, span: Span | null): Promise<Counts> {
  if (span === null) return await getBreedingCounts(ctx, kennelId);
  const counts: Counts = { planned: 0, bred: 0, confirmed: 0 };
  for (const status of ACTIVE) {
    const rows = await ctx.db
      .query("breedings")
      .withIndex("by_kennel_and_status_and_date", (q) =>
        q
          .eq("kennelId", kennelId)
          .eq("status", status)
          .gte("breedingDate", span.from)
          .lte("breedingDate", span.to),
      )
      .take(MAX_BREEDINGS_PER_KENNEL);
    counts[status] = rows.length;
  }
  return counts;
}

async function describeBreedings(ctx: QueryCtx, { kennelId, permissions }: Access, span: Span | null) {
  if (!hasPermission(permissions, "breeding", "read")) {
    return { activeMating: null, planned: null, bred: null, confirmed: null };
  }
  const { planned, bred, confirmed } = await countActive(ctx, kennelId, span);
  return { activeMating: planned + bred + confirmed, planned, bred, confirmed };
}

/** Doses are due within 30 days, as on the health screens, or within the given period. */
async function describeVaccinations(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
  today: string,
  span: Span | null,
) {
  if (!hasPermission(permissions, "health", "read")) {
    return { upcomingVaccinations: null, overdueVaccinations: null };
  }
  if (span === null) {
    const { to } = daysOfTab("due_this_month", today);
    const days = await VaccinationDays.read(ctx, kennelId, { from: ALWAYS.from, to });
    return {
      upcomingVaccinations: countDue(days, "due_this_month", today),
      overdueVaccinations: countDue(days, "overdue", today),
    };
  }
  const days = await VaccinationDays.read(ctx, kennelId, span);
  const yesterday = addDays(today, -1);
  return {
    upcomingVaccinations: days.sum(["due"], {
      from: span.from > today ? span.from : today,
      to: span.to,
    }),
    overdueVaccinations: days.sum(["due"], {
      from: span.from,
      to: span.to < yesterday ? span.to : yesterday,
    }),
  };
}

/** The overdue reminders among them are counted separately. */
async function countRemindersIn(ctx: QueryCtx, kennelId: Id<"kennels">, today: string, { from, to }: Span) {
  const rows = await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("state", "pending").gte("dueDate", from).lte("dueDate", to),
    )
    .take(MAX_PENDING_REMINDERS);
  const overdue = rows.filter(
    ({ dueDate, snoozedUntil = null }) => overdueFromOf({ dueDate, snoozedUntil }) <= today,
  );
  return { overdue: overdue.length, pending: rows.length };
}

async function describeReminders(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
  today: string,
  span: Span | null,
) {
  if (!hasPermission(permissions, "reminders", "read")) return { overdue: null, pending: null };
  if (span !== null) return await countRemindersIn(ctx, kennelId, today, span);
  const overdue = await countOverdue(ctx, kennelId, today);
  return { overdue, pending: totalOf((await getReminderCounts(ctx, kennelId)).pending) };
}

/**
 * With a period, only matings, doses and reminders in the period are counted. The dogs are always the present dogs.
 * Throws VALIDATION_FAILED.
 */
export async function describeStats(
  ctx: QueryCtx,
  access: Access,
  { today, ...asked }: { today: string; startDate?: string; endDate?: string },
): Promise<DashboardStats> {
  checkToday(today);
  const span = toSpan(asked);
  const mayReadDogs = hasPermission(access.permissions, "dogs", "read");
  return {
    dogs: mayReadDogs
      ? {
          total: (await getCounters(ctx, access.kennelId)).dogs,
          inKennel: await getCountedDogs(ctx, access.kennelId),
        }
      : { total: null, inKennel: null },
    breeding: await describeBreedings(ctx, access, span),
    health: await describeVaccinations(ctx, access, today, span),
    reminders: await describeReminders(ctx, access, today, span),
  };
}
