/** Scheduled vaccinations as rows: reading, opening, changing and closing. */
import { MAX_BOOKINGS_PER_PATIENT } from "../../../domain/vaccinations/rules";
import type { BOOKING_FIELDS } from "../../../domain/vaccinations/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { PatientIds } from "./patientShape";
import { nextVersion } from "../../platform/model/changes/edits";

type Row = Doc<"scheduledVaccinations">;

/** Makes the query of a patient's bookings in one state, the earliest first. */
export const bookingsOf = (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, puppyId }: PatientIds,
  status: Row["status"],
) =>
  dogId === undefined
    ? ctx.db
        .query("scheduledVaccinations")
        .withIndex("by_kennel_and_puppy_and_status_and_date", (q) =>
          q.eq("kennelId", kennelId).eq("puppyId", puppyId).eq("status", status),
        )
    : ctx.db
        .query("scheduledVaccinations")
        .withIndex("by_kennel_and_dog_and_status_and_date", (q) =>
          q.eq("kennelId", kennelId).eq("dogId", dogId).eq("status", status),
        );

/** Reads a patient's open bookings, the earliest first. */
export const openBookingsOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  ids: PatientIds,
): Promise<Row[]> => await bookingsOf(ctx, kennelId, ids, "scheduled").take(MAX_BOOKINGS_PER_PATIENT);

/** What is stored of what a person writes of a booking. */
export type BookingValues = Pick<Row, keyof typeof BOOKING_FIELDS | "vaccineKey">;
type NewRow = BookingValues & Pick<Row, "kennelId" | "dogId" | "puppyId">;

/** Inserts an open booking. */
export async function insertBooking(ctx: MutationCtx, row: NewRow): Promise<Id<"scheduledVaccinations">> {
  return await ctx.db.insert("scheduledVaccinations", { ...row, status: "scheduled", updatedAt: Date.now() });
}

/** Stores changed values of an open booking. */
export async function patchBooking(ctx: MutationCtx, row: Row, values: BookingValues): Promise<void> {
  await ctx.db.patch("scheduledVaccinations", row._id, { ...values, updatedAt: nextVersion(row) });
}

/** Marks an open booking as given. */
export async function markCompleted(
  ctx: MutationCtx,
  row: Row,
  dose: Pick<Doc<"immunizations">, "_id" | "dateAdministered">,
): Promise<void> {
  await ctx.db.patch("scheduledVaccinations", row._id, {
    status: "completed",
    completedOn: dose.dateAdministered,
    immunizationId: dose._id,
    updatedAt: nextVersion(row),
  });
}

/** Cancels an open booking. */
export async function cancelRow(ctx: MutationCtx, row: Row): Promise<void> {
  await ctx.db.patch("scheduledVaccinations", row._id, { status: "cancelled", updatedAt: nextVersion(row) });
}
