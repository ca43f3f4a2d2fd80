/**
 * Summarizes the dogs' health: the number of overdue doses, soon due doses and pending health reminders, and the
 * critically overdue dogs. All numbers come from stored counts and from the index of due doses. Sources: document
 * 001 sections 2 and 4, decisions GAP-ALR-02, GAP-ALR-03 and GAP-ALR-05.
 */
import { v, type Infer } from "convex/values";
import { HEALTH_REMINDER_TYPES } from "../../../domain/reminders/rules";
import { CRITICAL_DAYS } from "../../../domain/vaccinations/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { checkToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { doses } from "../../vaccinations/model/immunizations";
import type { ImmunizationPage } from "../../vaccinations/model/immunizationList";
import { toPageRequest, toPagination } from "../../platform/model/paging/paging";
import { PatientReader } from "../../vaccinations/model/patientShape";
import { getReminderCounts } from "../../reminders/model/reminderCounts";
import { ReminderReader, reminderShape } from "../../reminders/model/reminderShape";
import { countDue, daysOfTab, dosesDue } from "../../vaccinations/model/vaccinationSchedule";
import { findPlace, FIRST_DAY, VaccinationDays, type Days } from "../../vaccinations/model/vaccinationMonths";

export const dosePageArgs = {
  today: v.string(),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
};

export const alertSummaryShape = v.object({
  overdueVaccines: v.number(),
  dueSoon: v.number(),
  /** 0 for users who may not read reminders. */
  activeReminders: v.number(),
  totalAlerts: v.number(),
  /** Doses that are overdue by more than 30 days, and their dogs. */
  critical: v.object({
    count: v.number(),
    dogNames: v.array(v.string()),
    /** There are more dogs than the banner names. */
    hasMore: v.boolean(),
  }),
});

const NAMED_DOGS = 12;
/** A dog may have several overdue doses, so more doses are read than dogs are named. */
const DOSES_LOOKED_AT = 120;

/** The doses are due in the given period. The longest overdue dose is first. */
async function nameDogs(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  days: Days,
  count: number,
): Promise<{ dogNames: string[]; hasMore: boolean }> {
  if (count === 0) return { dogNames: [], hasMore: false };
  const patients = new PatientReader(ctx);
  const rows = await dosesDue(ctx, kennelId, days).take(DOSES_LOOKED_AT);
  const names = new Map<string, string>();
  for (const row of rows) {
    const { dog, puppy } = await patients.read(row);
    const patient = dog ?? puppy;
    if (patient) names.set(patient._id, patient.name);
  }
  const hasMore = names.size > NAMED_DOGS || count > rows.length;
  return { dogNames: [...names.values()].slice(0, NAMED_DOGS), hasMore };
}

async function countReminders(ctx: QueryCtx, access: Access): Promise<number> {
  if (!hasPermission(access.permissions, "reminders", "read")) return 0;
  const { pending } = await getReminderCounts(ctx, access.kennelId);
  return HEALTH_REMINDER_TYPES.reduce((sum, type) => sum + pending[type], 0);
}

/** Throws VALIDATION_FAILED for an invalid date. */
export async function summarizeAlerts(
  ctx: QueryCtx,
  access: Access,
  today: string,
): Promise<Infer<typeof alertSummaryShape>> {
  checkToday(today);
  const { kennelId } = access;
  const soon = daysOfTab("due_this_month", today);
  const counted = await VaccinationDays.read(ctx, kennelId, { from: FIRST_DAY, to: soon.to });
  const overdueVaccines = countDue(counted, "overdue", today);
  const dueSoon = countDue(counted, "due_this_month", today);
  const activeReminders = await countReminders(ctx, access);
  const critical = { from: FIRST_DAY, to: addDays(today, -CRITICAL_DAYS - 1) };
  const count = counted.sum(["due"], critical);
  return {
    overdueVaccines,
    dueSoon,
    activeReminders,
    totalAlerts: overdueVaccines + dueSoon + activeReminders,
    critical: { count, ...(await nameDogs(ctx, kennelId, critical, count)) },
  };
}

interface PageAsked {
  readonly today: string;
  readonly page?: number;
  readonly limit?: number;
}

async function listDue(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  days: Days,
  asked: PageAsked,
): Promise<ImmunizationPage> {
  const request = toPageRequest(asked);
  const counted = (await VaccinationDays.read(ctx, kennelId, days)).list(["due"], days);
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const place = findPlace(counted, (request.page - 1) * request.limit);
  const rows = place
    ? await dosesDue(ctx, kennelId, { from: place.day, to: days.to }).take(place.skip + request.limit)
    : [];
  return {
    data: await Promise.all(rows.slice(place?.skip ?? 0).map(doses.answering(ctx))),
    pagination: toPagination(request, total),
    isCut: false,
  };
}

/** The longest overdue dose is first. */
export async function listOverdueDoses(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  asked: PageAsked,
): Promise<ImmunizationPage> {
  checkToday(asked.today);
  return await listDue(ctx, kennelId, daysOfTab("overdue", asked.today), asked);
}

/** Doses that are due in the next 30 days are listed, the earliest first. */
export async function listUpcomingDoses(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  asked: PageAsked,
): Promise<ImmunizationPage> {
  checkToday(asked.today);
  return await listDue(ctx, kennelId, daysOfTab("due_this_month", asked.today), asked);
}

/** Doses that are overdue or due in the next 30 days are listed, the earliest first. */
export async function listVaccineReminders(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  asked: PageAsked,
): Promise<ImmunizationPage> {
  checkToday(asked.today);
  const { to } = daysOfTab("due_this_month", asked.today);
  return await listDue(ctx, kennelId, { from: FIRST_DAY, to }, asked);
}

/** The earliest due reminders are shown. */
const SHOWN_REMINDERS = 100;

export const healthRemindersShape = v.object({ total: v.number(), reminders: v.array(reminderShape) });

const pendingOfType = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reminderType: Doc<"reminders">["reminderType"],
) =>
  await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_type_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("state", "pending").eq("reminderType", reminderType),
    )
    .take(SHOWN_REMINDERS);

/** All pending health reminders are counted, and the first ones by due date are listed. */
export async function listHealthReminders(
  ctx: QueryCtx,
  access: Access,
): Promise<Infer<typeof healthRemindersShape>> {
  const found = await Promise.all(
    HEALTH_REMINDER_TYPES.map(async (type) => await pendingOfType(ctx, access.kennelId, type)),
  );
  const rows = found
    .flat()
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate)))
    .slice(0, SHOWN_REMINDERS);
  return {
    total: await countReminders(ctx, access),
    reminders: await new ReminderReader(ctx).describeAll(rows),
  };
}
