/** Doses and bookings, counted again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { adjustCounter } from "../../platform/model/counters";
import { adjustClinic } from "./clinics";
import { settleDoses } from "./doseRows";
import { patientOf } from "./patients";
import { adjustDay } from "./vaccinationMonths";

/** Counts a dose. */
export async function countDose(ctx: MutationCtx, dose: Doc<"immunizations">): Promise<void> {
  // A dose that was never settled is counted when it is.
  if (dose.isNewest === undefined) return;
  await adjustDay(ctx, dose.kennelId, "given", dose.dateAdministered, 1);
  await adjustClinic(ctx, dose.kennelId, dose.veterinaryClinic, 1);
  if (dose.dueOn === null) await adjustCounter(ctx, dose.kennelId, "finishedDoses", 1);
  else if (dose.dueOn !== undefined) await adjustDay(ctx, dose.kennelId, "due", dose.dueOn, 1);
}

/** Counts a booked vaccination. */
export async function countBooking(ctx: MutationCtx, row: Doc<"scheduledVaccinations">): Promise<void> {
  if (row.status === "scheduled") await adjustDay(ctx, row.kennelId, "booked", row.scheduledDate, 1);
  if (row.status === "completed") await adjustCounter(ctx, row.kennelId, "completedBookings", 1);
}

/** Says again which doses of a puppy are its newest. */
export async function settlePuppy(ctx: MutationCtx, puppy: Doc<"puppies">): Promise<void> {
  const patient = await patientOf(ctx, { puppyId: puppy._id });
  if (patient?.puppyId) await settleDoses(ctx, patient);
}
