/**
 * Today's health tasks except medication: vaccinations that are scheduled or due, and follow-ups. Overdue
 * vaccinations are alerts instead.
 */
import { v, type Infer } from "convex/values";
import { FOLLOW_UP_OPEN_DAYS } from "../../../domain/health/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { openFollowUps } from "../../health/model/healthDashboard";
import { checkToday } from "../../platform/model/people/today";
import { PatientReader, type PatientIds } from "../../vaccinations/model/patientShape";
import { dosesDue } from "../../vaccinations/model/vaccinationSchedule";

/** Further tasks of a line are only counted. */
const NAMED = 3;

/** `names` has patient and cause: 'Bella: Rabies'. */
const groupShape = v.object({ count: v.number(), names: v.array(v.string()) });
type Group = Infer<typeof groupShape>;

export const healthAgendaShape = v.object({
  /** Scheduled for today or earlier. */
  booked: groupShape,
  /** Due today. */
  due: groupShape,
  /** Earlier follow-ups that are still open are included. */
  followUps: groupShape,
});
export type HealthAgenda = Infer<typeof healthAgendaShape>;

const MOST_ROWS = 200;

/** A patient that was deleted is only counted. */
async function toGroup<Row extends PatientIds>(
  rows: readonly Row[],
  causeOf: (row: Row) => string,
  patients: PatientReader,
): Promise<Group> {
  const names: string[] = [];
  for (const row of rows) {
    if (names.length === NAMED) break;
    const { dog, puppy } = await patients.read(row);
    const name = dog?.callName ?? dog?.name ?? puppy?.name;
    if (name !== undefined) names.push(`${name}: ${causeOf(row)}`);
  }
  return { count: rows.length, names };
}

/** Throws VALIDATION_FAILED. */
export async function describeHealthAgenda(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
): Promise<HealthAgenda> {
  checkToday(today);
  const patients = new PatientReader(ctx);
  const booked = await ctx.db
    .query("scheduledVaccinations")
    .withIndex("by_kennel_and_status_and_date", (q) =>
      q.eq("kennelId", kennelId).eq("status", "scheduled").lte("scheduledDate", today),
    )
    .take(MOST_ROWS);
  const followUps = await openFollowUps(ctx, kennelId, {
    from: addDays(today, -FOLLOW_UP_OPEN_DAYS),
    to: today,
  });
  const due = await dosesDue(ctx, kennelId, { from: today, to: today }).take(MOST_ROWS);
  return {
    booked: await toGroup(booked, ({ vaccineName }) => vaccineName, patients),
    due: await toGroup(due, ({ vaccineName }) => vaccineName, patients),
    followUps: await toGroup(followUps, ({ title }) => title, patients),
  };
}
