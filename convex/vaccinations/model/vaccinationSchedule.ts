/**
 * The vaccination schedule of a kennel: the next dose of each vaccine of each dog, and scheduled vaccinations, by
 * date. The totals come from the counts by date, which also determine where a distant page begins, so a page reads
 * little more than its own rows. Sources: document 001 sections 2 and 4, decisions GAP-IMM-03, GAP-IMM-07,
 * GAP-VAX-03 to GAP-VAX-05.
 */
import { v, type Infer } from "convex/values";
import { DUE_SOON_DAYS } from "../../../domain/health/rules";
import { MAX_BATCH_PATIENTS, type ScheduleTab } from "../../../domain/vaccinations/rules";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import { addDays } from "../../../domain/dates/calendar-days";
import { BOOKING_STATE } from "../../../domain/vaccinations/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { bookingsOf } from "./bookingRows";
import { getCounters } from "../../platform/model/changes/counters";
import { checkToday } from "../../platform/model/people/today";
import { doses } from "./immunizations";
import { toPageRequest, toPagination, type PageRequest } from "../../platform/model/paging/paging";
import { PatientReader, patientShape, type PatientIds } from "./patientShape";
import { dosesOf } from "./doseRows";
import { findPatient } from "./patients";
import { bookings } from "./scheduledVaccinations";
import { answerFields } from "../../platform/tables/recordValidators";
import {
  scheduleTabValidator,
  type scheduledPageShape,
  type ScheduleCounters,
  type ScheduledCounters,
  type ScheduleEntry,
  type schedulePageShape,
} from "./scheduleShape";
import { findPlace, FIRST_DAY, LAST_DAY, VaccinationDays, type Days } from "./vaccinationMonths";

const pageArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  dogId: v.optional(v.string()),
  puppyId: v.optional(v.string()),
};

/** Without a dog or puppy, the schedule covers the whole kennel. */
export const scheduleArgs = { ...pageArgs, today: v.string(), tab: scheduleTabValidator };

/** The default status is open. */
export const bookingListArgs = { ...pageArgs, status: v.optional(answerFields(BOOKING_STATE).status) };

type Dose = Doc<"immunizations">;
type Booking = Doc<"scheduledVaccinations">;

/** Lines of the schedule are sorted by `on`. */
type Line =
  | { readonly kind: "dose"; readonly on: string; readonly row: Dose }
  | { readonly kind: "booking"; readonly on: string; readonly row: Booking };

type OpenTab = Exclude<ScheduleTab, "completed">;

/** By decision GAP-VAX-04, the tab of due doses contains the next 30 days including today. */
export const daysOfTab = (tab: OpenTab, today: string): Days => {
  switch (tab) {
    case "overdue":
      return { from: FIRST_DAY, to: addDays(today, -1) };
    case "due_this_month":
      return { from: today, to: addDays(today, DUE_SOON_DAYS) };
    case "upcoming":
      return { from: addDays(today, DUE_SOON_DAYS + 1), to: LAST_DAY };
    default:
      return tab satisfies never;
  }
};

/**
 * All screens count doses like this. Only next doses are counted, because a scheduled vaccination may be for one of
 * them. `counted` contains the dates of the tab.
 */
export const countDue = (counted: VaccinationDays, tab: OpenTab, today: string): number =>
  counted.sum(["due"], daysOfTab(tab, today));

/** The earliest due dose is first. */
export const dosesDue = (ctx: QueryCtx, kennelId: Id<"kennels">, { from, to }: Days) =>
  ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_due_and_date", (q) =>
      q.eq("kennelId", kennelId).gte("dueOn", from).lte("dueOn", to),
    );

export const dueForShape = v.array(v.object({ ...patientShape, dueOn: v.string() }));

/**
 * The longest overdue is first. If more patients are due than can be recorded at once, one more is returned, so that
 * the caller knows.
 */
export async function listDueFor(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { vaccineName, today }: { vaccineName: string; today: string },
): Promise<Infer<typeof dueForShape>> {
  checkToday(today);
  const due = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_vaccine_and_due", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("vaccineKey", vaccineKeyOf(vaccineName))
        .gte("dueOn", FIRST_DAY)
        .lte("dueOn", addDays(today, DUE_SOON_DAYS)),
    )
    .take(MAX_BATCH_PATIENTS + 1);
  const patients = new PatientReader(ctx);
  return await Promise.all(
    due.map(async (dose) => ({ ...(await patients.describe(dose)), dueOn: dose.dueOn ?? today })),
  );
}

const booked = (ctx: QueryCtx, kennelId: Id<"kennels">, { from, to }: Days) =>
  ctx.db
    .query("scheduledVaccinations")
    .withIndex("by_kennel_and_status_and_date", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("status", "scheduled")
        .gte("scheduledDate", from)
        .lte("scheduledDate", to),
    );

const toDoseLine = (row: Dose): Line => ({ kind: "dose", on: row.dueOn ?? row.dateAdministered, row });
const toBookingLine = (row: Booking): Line => ({
  kind: "booking",
  on: row.completedOn ?? row.scheduledDate,
  row,
});

const byDay = (a: Line, b: Line): number => (a.on < b.on ? -1 : Number(a.on > b.on));

interface Lines {
  readonly lines: readonly Line[];
  readonly counters: ScheduleCounters;
  readonly scheduled: ScheduledCounters;
}

/** The page begins at a given date. */
async function readOpenPage(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  counted: VaccinationDays,
  days: Days,
  { page, limit }: PageRequest,
): Promise<Line[]> {
  const place = findPlace(counted.list(["due", "booked"], days), (page - 1) * limit);
  if (!place) return [];
  const rest = { from: place.day, to: days.to };
  const end = place.skip + limit;
  const doses = await dosesDue(ctx, kennelId, rest).take(end);
  const bookings = await booked(ctx, kennelId, rest).take(end);
  // The sort keeps the order of equal dates. On every page, the doses of a date therefore come before the scheduled
  // vaccinations of that date.
  return [...doses.map(toDoseLine), ...bookings.map(toBookingLine)].sort(byDay).slice(place.skip, end);
}

/** The latest entry is first. */
async function readCompletedPage(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { page, limit }: PageRequest,
): Promise<Line[]> {
  const end = page * limit;
  const doses = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_due_and_date", (q) => q.eq("kennelId", kennelId).eq("dueOn", null))
    .order("desc")
    .take(end);
  const bookings = await ctx.db
    .query("scheduledVaccinations")
    .withIndex("by_kennel_and_status_and_completed", (q) =>
      q.eq("kennelId", kennelId).eq("status", "completed"),
    )
    .order("desc")
    .take(end);
  return [...doses.map(toDoseLine), ...bookings.map(toBookingLine)]
    .sort((a, b) => byDay(b, a))
    .slice(end - limit, end);
}

async function readKennel(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { tab, today }: { tab: ScheduleTab; today: string },
  request: PageRequest,
): Promise<Lines> {
  const counted = await VaccinationDays.read(ctx, kennelId, { from: FIRST_DAY, to: LAST_DAY });
  const scheduled = scheduledBy((of) => counted.sum(["booked"], daysOfTab(of, today)));
  const count = (of: OpenTab) => countDue(counted, of, today) + scheduled[COUNTERS[of]];
  const { finishedDoses = 0, completedBookings = 0 } = await getCounters(ctx, kennelId);
  const counters = {
    overdue: count("overdue"),
    dueThisMonth: count("due_this_month"),
    upcoming: count("upcoming"),
    completed: finishedDoses + completedBookings,
  };
  const lines =
    tab === "completed"
      ? await readCompletedPage(ctx, kennelId, request)
      : await readOpenPage(ctx, kennelId, counted, daysOfTab(tab, today), request);
  return { lines, counters, scheduled };
}

/** The latest scheduled vaccinations of a patient are shown. */
const COMPLETED_SHOWN = 500;

async function readPatient(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  ids: PatientIds,
  { tab, today }: { tab: ScheduleTab; today: string },
  { page, limit }: PageRequest,
): Promise<Lines> {
  const doses = await dosesOf(ctx, kennelId, ids);
  const bookings = await bookingsOf(ctx, kennelId, ids, "scheduled").take(COMPLETED_SHOWN);
  const completed = await bookingsOf(ctx, kennelId, ids, "completed").order("desc").take(COMPLETED_SHOWN);
  const open = [
    ...doses.filter(({ dueOn }) => typeof dueOn === "string").map(toDoseLine),
    ...bookings.map(toBookingLine),
  ].sort(byDay);
  const done = [
    ...doses.filter(({ dueOn }) => dueOn === null).map(toDoseLine),
    ...completed.map(toBookingLine),
  ].sort((a, b) => byDay(b, a));
  const within = (of: OpenTab) => {
    const { from, to } = daysOfTab(of, today);
    return open.filter(({ on }) => from <= on && on <= to);
  };
  const start = (page - 1) * limit;
  return {
    lines: (tab === "completed" ? done : within(tab)).slice(start, start + limit),
    counters: {
      overdue: within("overdue").length,
      dueThisMonth: within("due_this_month").length,
      upcoming: within("upcoming").length,
      completed: done.length,
    },
    scheduled: scheduledBy((of) => within(of).filter(({ kind }) => kind === "booking").length),
  };
}

const COUNTERS = {
  overdue: "overdue",
  due_this_month: "dueThisMonth",
  upcoming: "upcoming",
  completed: "completed",
} as const satisfies Record<ScheduleTab, keyof ScheduleCounters>;

const scheduledBy = (count: (tab: OpenTab) => number): ScheduledCounters => ({
  overdue: count("overdue"),
  dueThisMonth: count("due_this_month"),
  upcoming: count("upcoming"),
});

function entryReader(ctx: QueryCtx) {
  const [toDose, toBooking] = [doses.answering(ctx), bookings.answering(ctx)];
  return async ({ kind, row }: Line): Promise<ScheduleEntry> =>
    kind === "dose"
      ? { kind, dueOn: row.dueOn ?? null, dose: await toDose(row) }
      : { kind, dueOn: row.scheduledDate, booking: await toBooking(row) };
}

interface Named {
  readonly dogId?: string;
  readonly puppyId?: string;
}

/** Returns undefined if the filter is not set, null if the dog or puppy does not exist. */
async function namedPatient(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, puppyId }: Named,
): Promise<PatientIds | undefined | null> {
  if (!dogId && !puppyId) return undefined;
  const patient = await findPatient(ctx, { dogId, puppyId });
  return patient?.kennelId === kennelId ? patient : null;
}

const NOTHING: Lines = {
  lines: [],
  counters: { overdue: 0, dueThisMonth: 0, upcoming: 0, completed: 0 },
  scheduled: { overdue: 0, dueThisMonth: 0, upcoming: 0 },
};

/** All tabs are counted. Throws VALIDATION_FAILED for an invalid date. */
export async function listSchedule(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { tab, today, dogId, puppyId, ...asked }: Named & PageAsked & { tab: ScheduleTab; today: string },
): Promise<Infer<typeof schedulePageShape>> {
  checkToday(today);
  const request = toPageRequest(asked);
  const patient = await namedPatient(ctx, kennelId, { dogId, puppyId });
  const { lines, counters, scheduled } =
    patient === null
      ? NOTHING
      : patient === undefined
        ? await readKennel(ctx, kennelId, { tab, today }, request)
        : await readPatient(ctx, kennelId, patient, { tab, today }, request);
  return {
    data: await Promise.all(lines.map(entryReader(ctx))),
    pagination: toPagination(request, counters[COUNTERS[tab]]),
    counters,
    scheduled,
  };
}

interface PageAsked {
  readonly page?: number;
  readonly limit?: number;
}

/** The list contains the earliest scheduled vaccinations of a kennel with one status. */
const MOST_LISTED = 2000;

/** The earliest vaccination is first. */
export async function listBookings(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, puppyId, status = "scheduled", ...asked }: Named & PageAsked & { status?: Booking["status"] },
): Promise<Infer<typeof scheduledPageShape>> {
  const request = toPageRequest(asked);
  const patient = await namedPatient(ctx, kennelId, { dogId, puppyId });
  const ofKennel = ctx.db
    .query("scheduledVaccinations")
    .withIndex("by_kennel_and_status_and_date", (q) => q.eq("kennelId", kennelId).eq("status", status));
  const rows =
    patient === null
      ? []
      : await (patient === undefined ? ofKennel : bookingsOf(ctx, kennelId, patient, status)).take(
          MOST_LISTED,
        );
  const start = (request.page - 1) * request.limit;
  return {
    data: await Promise.all(rows.slice(start, start + request.limit).map(bookings.answering(ctx))),
    pagination: toPagination(request, rows.length),
  };
}
