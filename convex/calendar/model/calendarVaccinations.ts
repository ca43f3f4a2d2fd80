/**
 * Vaccinations in a calendar: scheduled vaccinations, and vaccinations that are due by each patient's newest doses.
 * A due vaccination is left out if a vaccination is scheduled around its date.
 */
import { MAX_CALENDAR_ROWS } from "../../../domain/calendar/rules";
import { pageOf } from "../../../domain/history/places";
import { BOOKING_REACH_DAYS } from "../../../domain/vaccinations/rules";
import { callNameOf } from "../../../domain/calendar/words";
import { daysBetween } from "../../../domain/dates/calendar-days";
import { nextDoseAfter } from "../../../domain/vaccinations/next-dose";
import { plannedDoseKey } from "../../../domain/reminders/generated";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { CalendarEntry, CalendarReading } from "./calendarEntries";
import { PatientReader, type NamedPatient, type PatientIds } from "../../vaccinations/model/patientShape";
import { makerOf } from "../../reminders/model/plannedReminders";
import { sourceOfBooking } from "../../reminders/model/reminderRows";

type Booking = Doc<"scheduledVaccinations">;
type Dose = Doc<"immunizations">;

const nameOf = ({ dog, puppy }: NamedPatient): string | null =>
  dog ? callNameOf(dog) : (puppy?.name ?? null);

const pathOf = ({ dog, puppy }: NamedPatient): string =>
  dog ? pageOf("dogs", dog._id) : puppy ? pageOf("litters", puppy.litterId) : "/dashboard/health";

const openBookings = (ctx: QueryCtx, { kennelId, dogId, span }: CalendarReading) =>
  dogId === null
    ? ctx.db
        .query("scheduledVaccinations")
        .withIndex("by_kennel_and_status_and_date", (q) =>
          q
            .eq("kennelId", kennelId)
            .eq("status", "scheduled")
            .gte("scheduledDate", span.from)
            .lte("scheduledDate", span.to),
        )
    : ctx.db
        .query("scheduledVaccinations")
        .withIndex("by_kennel_and_dog_and_status_and_date", (q) =>
          q
            .eq("kennelId", kennelId)
            .eq("dogId", dogId)
            .eq("status", "scheduled")
            .gte("scheduledDate", span.from)
            .lte("scheduledDate", span.to),
        );

/** For a kennel, only doses that are due in the period. */
const dosesIn = (ctx: QueryCtx, { kennelId, dogId, span }: CalendarReading) =>
  dogId === null
    ? ctx.db
        .query("immunizations")
        .withIndex("by_kennel_and_due_and_date", (q) =>
          q.eq("kennelId", kennelId).gte("dueOn", span.from).lte("dueOn", span.to),
        )
    : ctx.db
        .query("immunizations")
        .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId));

async function toBookingEntry(row: Booking, patients: PatientReader): Promise<CalendarEntry> {
  const patient = await patients.read(row);
  return {
    uid: `booking-${row._id}@studbook`,
    part: "vaccinations",
    on: row.scheduledDate,
    title: `${row.vaccineName} for ${nameOf(patient) ?? "a dog"}`,
    lines: [row.veterinarianName, row.notes].filter((line) => line !== undefined),
    path: pathOf(patient),
    createdAt: row._creationTime,
    changedAt: row.updatedAt,
    subject: sourceOfBooking(row._id),
  };
}

/**
 * With this key of the reminder about the same dose, a calendar shows either the dose or the reminder, not both.
 */
async function subjectOf(ctx: QueryCtx, row: Dose): Promise<Pick<CalendarEntry, "subject">> {
  const dog = row.dogId && (await ctx.db.get("dogs", row.dogId));
  if (!dog) return {};
  const next = nextDoseAfter({ ...row, bornOn: dog.dateOfBirth ?? null });
  const key = plannedDoseKey(row.vaccineName, next.reason === "milestone" ? next.week : null);
  return { subject: `${makerOf("dog", dog)}:${key}` };
}

async function toDueEntry(
  ctx: QueryCtx,
  row: Dose,
  dueOn: string,
  patients: PatientReader,
): Promise<CalendarEntry> {
  const patient = await patients.read(row);
  const name = nameOf(patient);
  return {
    uid: `vaccination-${row._id}@studbook`,
    part: "vaccinations",
    on: dueOn,
    title: name === null ? `${row.vaccineName} due` : `${name}: ${row.vaccineName} due`,
    lines: [],
    path: pathOf(patient),
    createdAt: row._creationTime,
    changedAt: row.updatedAt,
    ...(await subjectOf(ctx, row)),
  };
}

const isSamePatient = (a: PatientIds, b: PatientIds): boolean =>
  a.dogId === undefined ? a.puppyId === b.puppyId : a.dogId === b.dogId;

/** The booking must be the next dose after the given dose. */
const isFor = (booking: Booking, dose: Dose, dueOn: string): boolean =>
  booking.vaccineKey === dose.vaccineKey &&
  isSamePatient(booking, dose) &&
  Math.abs(daysBetween(booking.scheduledDate, dueOn)) <= BOOKING_REACH_DAYS;

export async function vaccinationEntries(ctx: QueryCtx, reading: CalendarReading): Promise<CalendarEntry[]> {
  const { from, to } = reading.span;
  const patients = new PatientReader(ctx);
  const bookings = await openBookings(ctx, reading).take(MAX_CALENDAR_ROWS);
  const booked = new Map<string, Booking[]>();
  for (const booking of bookings) {
    const same = booked.get(booking.vaccineKey);
    if (same) same.push(booking);
    else booked.set(booking.vaccineKey, [booking]);
  }
  const due = (await dosesIn(ctx, reading).take(MAX_CALENDAR_ROWS)).flatMap((row) => {
    const { dueOn } = row;
    if (!dueOn || dueOn < from || dueOn > to) return [];
    const isBooked = (booked.get(row.vaccineKey) ?? []).some((booking) => isFor(booking, row, dueOn));
    return isBooked ? [] : [{ row, dueOn }];
  });
  return await Promise.all([
    ...bookings.map(async (row) => await toBookingEntry(row, patients)),
    ...due.map(async ({ row, dueOn }) => await toDueEntry(ctx, row, dueOn, patients)),
  ]);
}
