/**
 * Scheduled vaccinations. Each creates a reminder. Completing it records the dose and completes the reminder in one
 * transaction. If the dose is recorded separately, the scheduled vaccination is also completed. Sources: decisions
 * GAP-VAX-05 and GAP-VAX-06.
 */
import { v, type Infer } from "convex/values";
import {
  BOOKING_REACH_DAYS,
  COMMON_VACCINES,
  MAX_BOOKING_YEARS,
  MAX_BOOKINGS_PER_PATIENT,
  NON_CORE,
} from "../../../domain/vaccinations/rules";
import { addYears, daysBetween } from "../../../domain/dates/calendar-days";
import { checkLimit, fail, failOnFields } from "../../../domain/errors";
import { formatDay } from "../../../domain/formatting/formatting";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import { BOOKING_FIELDS, BOOKING_STATE } from "../../../domain/vaccinations/record";
import { newDoseSchema, completionSchema } from "../../../domain/vaccinations/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { cancelRow, markCompleted, openBookingsOf } from "./bookingRows";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { recordKind } from "../../platform/model/changes/recordKind";
import { trustedToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { addDose, logDoseActivity, toDoseValues, type ImmunizationEntry } from "./immunizations";
import { PatientReader, patientShape } from "./patientShape";
import { dosesOf } from "./doseRows";
import { patientOf, type Patient } from "./patients";
import { completeReminderOf } from "../../reminders/model/reminderSources";
import { sourceOfBooking } from "../../reminders/model/reminderRows";

type Row = Doc<"scheduledVaccinations">;

/** The access contains the caller's rights in the kennel. */
interface ReachedBooking {
  readonly booking: Row;
  readonly access: Access;
}

type Booked = Pick<Row, "vaccineName" | "vaccineKey" | "scheduledDate">;

/**
 * Throws for a date that is in the past or too distant, for a patient that has left, and if the same vaccine is
 * scheduled twice on a date.
 */
async function checkBooking(
  ctx: QueryCtx,
  patient: Patient,
  { vaccineName, vaccineKey, scheduledDate }: Booked,
  { today, self }: { today: string; self: Id<"scheduledVaccinations"> | null },
): Promise<void> {
  if (!patient.isInKennel) {
    failOnFields({ dogId: `${patient.name} is not in the kennel` });
  }
  if (scheduledDate < today) failOnFields({ scheduledDate: "Scheduled date cannot be in the past" });
  if (scheduledDate > addYears(today, MAX_BOOKING_YEARS)) {
    failOnFields({ scheduledDate: `Scheduled date must be within ${MAX_BOOKING_YEARS} years` });
  }
  const others = (await openBookingsOf(ctx, patient.kennelId, patient)).filter(({ _id }) => _id !== self);
  checkLimit(others.length, MAX_BOOKINGS_PER_PATIENT);
  const isDouble = others.some(
    (other) => other.vaccineKey === vaccineKey && other.scheduledDate === scheduledDate,
  );
  if (isDouble) failOnFields({ scheduledDate: `${vaccineName} is already scheduled for this day` });
}

/** Throws BOOKING_CLOSED if the scheduled vaccination is closed. */
async function requireOpen(ctx: QueryCtx, booking: Row): Promise<Patient> {
  if (booking.status !== "scheduled") fail("BOOKING_CLOSED");
  return (await patientOf(ctx, booking)) ?? fail("NOT_FOUND");
}

export async function logBookingActivity(
  ctx: MutationCtx,
  booking: Row,
  title: "Vaccination scheduled" | "Scheduled vaccination changed" | "Scheduled vaccination canceled",
): Promise<void> {
  const patient = await patientOf(ctx, booking);
  if (!patient) return;
  const { kennelId, dogId, name } = patient;
  const description = `${booking.vaccineName} for ${name} on ${formatDay(booking.scheduledDate)}`;
  await logHealthActivity(ctx, { kennelId, dogId, title, description });
}

export const bookings = recordKind({
  table: "scheduledVaccinations",
  fields: BOOKING_FIELDS,
  state: BOOKING_STATE,
  args: { today: v.string() },
  index: "by_kennel_and_status_and_date",
  more: {
    shape: patientShape,
    reader: (ctx) => {
      const patients = new PatientReader(ctx);
      return async (row) => await patients.describe(row);
    },
  },
  tell: async (ctx, before, after) => {
    const title = before ? "Scheduled vaccination changed" : "Vaccination scheduled";
    if (after) await logBookingActivity(ctx, after, title);
  },
  admit: async (ctx, { row, own = {}, values, args: { today } }) => {
    const patient = row ? await requireOpen(ctx, row) : ((await patientOf(ctx, own)) ?? fail("NOT_FOUND"));
    const booked = { ...values, vaccineKey: vaccineKeyOf(values.vaccineName) };
    const isMoved = booked.vaccineName !== row?.vaccineName || booked.scheduledDate !== row.scheduledDate;
    if (isMoved)
      await checkBooking(ctx, patient, booked, { today: trustedToday(today), self: row?._id ?? null });
    return { vaccineKey: booked.vaccineKey, ...(!row && { status: "scheduled" as const }) };
  },
});

export type ScheduledVaccination = Infer<typeof bookings.shape>;

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export const createBooking = async (
  ctx: MutationCtx,
  { patient: { kennelId, dogId, puppyId } }: { patient: Patient },
  fields: { today: string },
): Promise<ScheduledVaccination> =>
  await bookings.create(ctx, { kennelId, dog: null, own: { dogId, puppyId } }, fields);

/** The scheduled vaccination must be open. Throws VALIDATION_FAILED or BOOKING_CLOSED. */
export const readyBooking = bookings.prepare;

/** Throws VALIDATION_FAILED, BOOKING_CLOSED, or STALE_UPDATE if another user saved the scheduled vaccination. */
export async function updateBooking(
  ctx: MutationCtx,
  booking: Row,
  fields: { today: string; expectedUpdatedAt?: number },
): Promise<ScheduledVaccination> {
  // If somebody completed or canceled the scheduled vaccination, the error reports this instead of STALE_UPDATE.
  if (booking.status !== "scheduled") fail("BOOKING_CLOSED");
  return await bookings.update(ctx, booking, fields);
}

/** The type of the last dose, or the type of the common vaccine. */
async function usualTypeOf(ctx: QueryCtx, patient: Patient, { vaccineKey }: Row): Promise<string> {
  const doses = await dosesOf(ctx, patient.kennelId, patient);
  const last = doses.find((dose) => dose.vaccineKey === vaccineKey);
  const common = COMMON_VACCINES.find(({ name }) => vaccineKeyOf(name) === vaccineKey);
  return last?.vaccineType ?? common?.type ?? NON_CORE;
}

/**
 * Records the dose, by default on the user's today, and completes the reminder. Throws VALIDATION_FAILED or
 * BOOKING_CLOSED. If two people complete a vaccination at the same time, only one dose is recorded.
 */
export async function completeBooking(
  ctx: MutationCtx,
  { booking, access }: ReachedBooking,
  { today, ...fields }: { today: string },
): Promise<{ scheduled: ScheduledVaccination; immunization: ImmunizationEntry }> {
  const patient = await requireOpen(ctx, booking);
  const day = trustedToday(today);
  const typed = parseOrFail(completionSchema, fields);
  const dose = parseOrFail(newDoseSchema, {
    ...typed,
    vaccineName: booking.vaccineName,
    vaccineType: typed.vaccineType ?? (await usualTypeOf(ctx, patient, booking)),
    dateAdministered: typed.dateAdministered ?? day,
    veterinarianName:
      typed.veterinarianName === undefined ? booking.veterinarianName : typed.veterinarianName,
    notes: typed.notes === undefined ? booking.notes : typed.notes,
  });
  const immunization = await addDose(ctx, patient, toDoseValues(dose, patient), day);
  await logDoseActivity(ctx, patient, immunization);
  await close(ctx, access, booking, immunization, day);
  return { scheduled: await bookings.reread(ctx, booking._id), immunization };
}

type Given = Pick<Doc<"immunizations">, "_id" | "dateAdministered">;

async function close(
  ctx: MutationCtx,
  access: Access,
  booking: Row,
  dose: Given,
  today: string,
): Promise<void> {
  await markCompleted(ctx, booking, dose);
  await completeReminderOf(ctx, access, sourceOfBooking(booking._id), today);
}

/**
 * The dose was recorded separately. It completes the scheduled vaccination with the same vaccine and a similar
 * date.
 */
export async function closeBookingFor(
  ctx: MutationCtx,
  access: Access,
  patient: Patient,
  dose: Given & { readonly vaccineName: string },
  today: string,
): Promise<void> {
  const awayOf = ({ scheduledDate }: Row) => Math.abs(daysBetween(scheduledDate, dose.dateAdministered));
  const vaccineKey = vaccineKeyOf(dose.vaccineName);
  const [nearest] = (await openBookingsOf(ctx, patient.kennelId, patient))
    .filter((row) => row.vaccineKey === vaccineKey && awayOf(row) <= BOOKING_REACH_DAYS)
    .sort((a, b) => awayOf(a) - awayOf(b));
  if (nearest) await close(ctx, access, nearest, dose, today);
}

/** If the vaccination is already canceled, nothing changes. Throws BOOKING_CLOSED if it was completed. */
export async function cancelBooking(ctx: MutationCtx, { booking }: ReachedBooking): Promise<null> {
  if (booking.status === "completed") fail("BOOKING_CLOSED");
  if (booking.status !== "scheduled") return null;
  await cancelRow(ctx, booking);
  await logBookingActivity(ctx, booking, "Scheduled vaccination canceled");
  return null;
}

/** Throws VALIDATION_FAILED if the date or patient of a reopened scheduled vaccination is no longer valid. */
export async function checkReopening(ctx: QueryCtx, booking: Row, today: string): Promise<void> {
  const patient = (await patientOf(ctx, booking)) ?? fail("NOT_FOUND");
  await checkBooking(ctx, patient, booking, { today: trustedToday(today), self: booking._id });
}
