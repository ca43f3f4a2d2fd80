/**
 * The position of a dog or puppy in the puppy schedule, and all its future vaccinations. Source: decision
 * GAP-HLT-11.
 */
import { v, type Infer } from "convex/values";
import { PUPPY_SCHEDULE } from "../../../domain/vaccinations/rules";
import { dueStateOf } from "../../../domain/health/due-state";
import {
  dosesOfVaccine,
  listDaysAhead,
  makePuppySchedule,
  type PuppySchedule,
} from "../../../domain/vaccinations/puppy-schedule";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { openBookingsOf } from "./bookingRows";

import { checkToday } from "../../platform/model/people/today";
import { dosesOf } from "./doseRows";
import type { Patient } from "./patients";

/** Returns null if the patient has no birth date or has died. */
export async function describePuppySchedule(
  ctx: QueryCtx,
  patient: Patient,
  today: string,
): Promise<PuppySchedule | null> {
  checkToday(today);
  const { bornOn, isDead } = patient;
  if (bornOn === null || isDead) return null;
  return makePuppySchedule(bornOn, await dosesOf(ctx, patient.kennelId, patient), today);
}

/** The vaccination is in the future or was missed. */
export const aheadShape = v.object({
  vaccineName: v.string(),
  dueDate: v.string(),
  state: v.union(v.literal("overdue"), v.literal("due_soon"), v.literal("current")),
  /** The last dose, the puppy schedule, or a scheduled vaccination. */
  reason: v.union(v.literal("dose"), v.literal("puppy_schedule"), v.literal("booking")),
});
type Ahead = Infer<typeof aheadShape>;

/**
 * While its card is open, the puppy schedule adds these vaccinations to the due dates of the newest doses: future
 * milestones, and the first milestone that was missed before the first dose.
 */
function milestonesAhead(
  bornOn: string,
  doses: readonly Doc<"immunizations">[],
  today: string,
): Pick<Ahead, "vaccineName" | "dueDate" | "reason">[] {
  return PUPPY_SCHEDULE.flatMap((vaccine) => {
    const days = listDaysAhead(vaccine, bornOn, doses).filter(({ week }) => week !== null);
    const hasDose = dosesOfVaccine(doses, vaccine.vaccineName).length > 0;
    return (hasDose ? days.slice(1) : days)
      .filter(({ dueOn }, place) => dueOn >= today || (place === 0 && !hasDose))
      .map(({ dueOn }) => ({
        vaccineName: vaccine.vaccineName,
        dueDate: dueOn,
        reason: "puppy_schedule" as const,
      }));
  });
}

/** The patient must be in the kennel. The earliest vaccination is first. */
export async function listAhead(ctx: QueryCtx, patient: Patient, today: string): Promise<Ahead[]> {
  const schedule = await describePuppySchedule(ctx, patient, today);
  if (!patient.isInKennel) return [];
  const doses = await dosesOf(ctx, patient.kennelId, patient);
  const bookings = await openBookingsOf(ctx, patient.kennelId, patient);
  const ahead = [
    ...doses.flatMap(({ vaccineName, dueOn }) =>
      typeof dueOn === "string" ? [{ vaccineName, dueDate: dueOn, reason: "dose" as const }] : [],
    ),
    ...(schedule === null || schedule.isFolded ? [] : milestonesAhead(schedule.bornOn, doses, today)),
    ...bookings.map(({ vaccineName, scheduledDate }) => ({
      vaccineName,
      dueDate: scheduledDate,
      reason: "booking" as const,
    })),
  ];
  return ahead
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate)))
    .map((entry) => ({
      ...entry,
      state: dueStateOf(entry.dueDate, today).state,
    }));
}
