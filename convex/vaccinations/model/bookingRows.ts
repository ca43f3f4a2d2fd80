/** Reads and closes the rows of scheduled vaccinations. */
import { MAX_BOOKINGS_PER_PATIENT } from "../../../domain/vaccinations/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { PatientIds } from "./patientShape";
import { saveRow } from "../../platform/model/changes/edits";

type Row = Doc<"scheduledVaccinations">;

/** The earliest vaccination is first. */
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

/** The earliest vaccination is first. */
export const openBookingsOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  ids: PatientIds,
): Promise<Row[]> => await bookingsOf(ctx, kennelId, ids, "scheduled").take(MAX_BOOKINGS_PER_PATIENT);

export async function markCompleted(
  ctx: MutationCtx,
  row: Row,
  dose: Pick<Doc<"immunizations">, "_id" | "dateAdministered">,
): Promise<void> {
  const completed = {
    status: "completed",
    completedOn: dose.dateAdministered,
    immunizationId: dose._id,
  } as const;
  await saveRow(ctx, "scheduledVaccinations", row, completed);
}

export async function cancelRow(ctx: MutationCtx, row: Row): Promise<void> {
  await saveRow(ctx, "scheduledVaccinations", row, { status: "cancelled" });
}
