/**
 * Booking vaccinations, moving, completing and cancelling them. A booking makes a reminder; completing it records the
 * dose and completes the reminder, in one transaction, and recording the dose by itself closes the booking too.
 * Sources: decisions GAP-VAX-05 and GAP-VAX-06.
 */
import { differencesOf } from "../../../domain/history/differences";
import {
  BOOKING_REACH_DAYS,
  COMMON_VACCINES,
  MAX_BOOKING_YEARS,
  MAX_BOOKINGS_PER_PATIENT,
  NON_CORE,
} from "../../../domain/vaccinations/rules";
import { addYears, daysBetween } from "../../../domain/dates/calendar-days";
import { fail, failOnFields } from "../../../domain/errors";
import { formatDay } from "../../../domain/formatting/formatting";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import { BOOKING_FIELDS } from "../../../domain/vaccinations/record";
import { applyChanges, valuesIn, type ValuesOf } from "../../../domain/records/record";
import {
  newDoseSchema,
  bookingChangesSchema,
  completionSchema,
  newBookingSchema,
} from "../../../domain/vaccinations/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";
import {
  type BookingValues,
  cancelRow,
  insertBooking,
  markCompleted,
  openBookingsOf,
  patchBooking,
} from "./bookingRows";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { trustedToday } from "../../platform/model/people/today";

import type { Access } from "../../platform/model/people/identity";
import { addDose, logDoseActivity, toDoseValues } from "./immunizations";
import type { ImmunizationEntry } from "./immunizationShape";
import { PatientReader } from "./patientShape";
import { dosesOf } from "./doseRows";
import { patientOf, type Patient } from "./patients";
import { storedFields } from "../../platform/tables/recordValidators";
import { completeReminderOf } from "../../reminders/model/reminderSources";
import { sourceOfBooking } from "../../reminders/model/reminderRows";
import { toScheduledVaccination, type ScheduledVaccination } from "./scheduleShape";

type Row = Doc<"scheduledVaccinations">;

/** A booking the caller may see, with the caller's standing in its kennel. */
interface ReachedBooking {
  readonly booking: Row;
  readonly access: Access;
}

const describeSaved = async (ctx: QueryCtx, id: Id<"scheduledVaccinations">): Promise<ScheduledVaccination> =>
  await toScheduledVaccination(
    (await ctx.db.get("scheduledVaccinations", id)) ?? fail("NOT_FOUND"),
    new PatientReader(ctx),
  );

/** Returns a booking with who is to get it. */
export const describeBooking = async (ctx: QueryCtx, booking: Row): Promise<ScheduledVaccination> =>
  await toScheduledVaccination(booking, new PatientReader(ctx));

type Booked = Pick<BookingValues, "vaccineName" | "vaccineKey" | "scheduledDate">;

/** Makes the values that are stored of what is typed. */
const toStored = (values: ValuesOf<typeof BOOKING_FIELDS>): BookingValues => ({
  ...storedFields(BOOKING_FIELDS, values),
  vaccineKey: vaccineKeyOf(values.vaccineName),
});

/** Refuses a day that is over or far off, a patient that is gone, and the same vaccine twice on a day. */
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
  if (others.length >= MAX_BOOKINGS_PER_PATIENT) fail("LIMIT_REACHED", { count: MAX_BOOKINGS_PER_PATIENT });
  const isDouble = others.some(
    (other) => other.vaccineKey === vaccineKey && other.scheduledDate === scheduledDate,
  );
  if (isDouble) failOnFields({ scheduledDate: `${vaccineName} is already scheduled for this day` });
}

/** Books a vaccination; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createBooking(
  ctx: MutationCtx,
  { patient }: { patient: Patient },
  { today, ...fields }: { today: string },
): Promise<ScheduledVaccination> {
  const booked = toStored(valuesIn(BOOKING_FIELDS, parseOrFail(newBookingSchema, fields)));
  await checkBooking(ctx, patient, booked, { today: trustedToday(today), self: null });
  const { kennelId, dogId, puppyId } = patient;
  const id = await insertBooking(ctx, { kennelId, dogId, puppyId, ...booked });
  await recordActivity(ctx, kennelId, {
    type: "health_record",
    title: "Vaccination scheduled",
    description: `${booked.vaccineName} for ${patient.name} on ${formatDay(booked.scheduledDate)}`,
    ...(dogId && { dogId }),
  });
  return await describeSaved(ctx, id);
}

/** Returns the patient of an open booking; throws BOOKING_CLOSED for any other. */
async function requireOpen(ctx: QueryCtx, booking: Row): Promise<Patient> {
  if (booking.status !== "scheduled") fail("BOOKING_CLOSED");
  return (await patientOf(ctx, booking)) ?? fail("NOT_FOUND");
}

/** Checks what is to change of an open booking, and makes of it what is stored; throws VALIDATION_FAILED or BOOKING_CLOSED. */
export async function readyBooking(
  ctx: QueryCtx,
  booking: Row,
  { today, ...fields }: { today: string },
): Promise<BookingValues> {
  const patient = await requireOpen(ctx, booking);
  const values = valuesIn(BOOKING_FIELDS, booking);
  const booked = toStored(applyChanges(BOOKING_FIELDS, values, parseOrFail(bookingChangesSchema, fields)));
  const isMoved = booked.vaccineName !== values.vaccineName || booked.scheduledDate !== values.scheduledDate;
  if (isMoved) await checkBooking(ctx, patient, booked, { today: trustedToday(today), self: booking._id });
  return booked;
}

/**
 * Changes an open booking; throws VALIDATION_FAILED, BOOKING_CLOSED, or STALE_UPDATE when it was saved since
 * `expectedUpdatedAt`.
 */
export async function updateBooking(
  ctx: MutationCtx,
  { booking }: Pick<ReachedBooking, "booking">,
  { expectedUpdatedAt, ...fields }: { today: string; expectedUpdatedAt?: number },
): Promise<ScheduledVaccination> {
  if (booking.status !== "scheduled") fail("BOOKING_CLOSED");
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== booking.updatedAt) fail("STALE_UPDATE");
  const booked = await readyBooking(ctx, booking, fields);
  await patchBooking(ctx, booking, booked);
  const saved = { ...booking, ...booked };
  if (differencesOf("scheduledVaccinations", booking, saved).length > 0)
    await logBookingActivity(ctx, saved, "Scheduled vaccination changed");
  return await describeSaved(ctx, booking._id);
}

/** Tells what became of a booking. */
export async function logBookingActivity(
  ctx: MutationCtx,
  booking: Row,
  title: "Scheduled vaccination changed" | "Scheduled vaccination canceled",
): Promise<void> {
  const patient = await patientOf(ctx, booking);
  if (!patient) return;
  const { kennelId, dogId, name } = patient;
  const description = `${booking.vaccineName} for ${name} on ${formatDay(booking.scheduledDate)}`;
  await logHealthActivity(ctx, { kennelId, dogId, title, description });
}

/** The type of a vaccine when none is told: that of the last dose, or of the common vaccine. */
async function usualTypeOf(ctx: QueryCtx, patient: Patient, { vaccineKey }: Row): Promise<string> {
  const doses = await dosesOf(ctx, patient.kennelId, patient);
  const last = doses.find((dose) => dose.vaccineKey === vaccineKey);
  const common = COMMON_VACCINES.find(({ name }) => vaccineKeyOf(name) === vaccineKey);
  return last?.vaccineType ?? common?.type ?? NON_CORE;
}

/**
 * Completes a booking: records the dose, on the breeder's today unless another day is told, and completes the
 * reminder. Throws VALIDATION_FAILED, or BOOKING_CLOSED so that two people at once record one dose.
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
  return { scheduled: await describeSaved(ctx, booking._id), immunization };
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

/** Closes the booking that a dose, recorded by itself, was given for: of the same vaccine and about that day. */
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

/** Cancels a booking; one that is cancelled already stays so. Throws BOOKING_CLOSED when it was given. */
export async function cancelBooking(ctx: MutationCtx, { booking }: ReachedBooking): Promise<null> {
  if (booking.status === "completed") fail("BOOKING_CLOSED");
  if (booking.status !== "scheduled") return null;
  await cancelRow(ctx, booking);
  await logBookingActivity(ctx, booking, "Scheduled vaccination canceled");
  return null;
}

/** Throws VALIDATION_FAILED where the day or the patient of a booking no longer fits that is to be open again. */
export async function checkReopening(ctx: QueryCtx, booking: Row, today: string): Promise<void> {
  const patient = (await patientOf(ctx, booking)) ?? fail("NOT_FOUND");
  await checkBooking(ctx, patient, booking, { today: trustedToday(today), self: booking._id });
}
