/** What the dogs' health asks for today: doses of medicine, vaccinations that are booked or due, and follow-ups. */
import { v, type Infer } from "convex/values";
import { MAX_OPEN_COURSES } from "../../../domain/constants/medications";
import { FOLLOW_UP_OPEN_DAYS } from "../../../domain/constants/health";
import { addDays } from "../../../domain/dates/calendar-days";
import { isGone } from "../../../domain/dogs/standing";
import { slotsOn } from "../../../domain/health/medications";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { openFollowUps } from "../../health/model/healthDashboard";
import { checkToday } from "../../heats/model/heatReads";
import { plannedOf } from "../../health/model/medicationShape";
import { PatientReader, type PatientIds } from "../../platform/model/patientShape";
import { dosesDue } from "../../vaccinations/model/vaccinationSchedule";

/** Names that one line says; the others are counted. */
const NAMED = 3;

const groupShape = v.object({ count: v.number(), names: v.array(v.string()) });
type Group = Infer<typeof groupShape>;

export const healthAgendaShape = v.object({
  /** Doses of medicine that are due today, and how many of them were given. */
  doses: v.object({ due: v.number(), given: v.number(), names: v.array(v.string()) }),
  /** Vaccinations booked for today or before. */
  booked: groupShape,
  /** Vaccinations that fall due today. */
  due: groupShape,
  /** Follow-ups of today, and those before that are open. */
  followUps: groupShape,
});
export type HealthAgenda = Infer<typeof healthAgendaShape>;

const MOST_ROWS = 200;

/** Doses of a course on one day. */
const MOST_DOSES = 60;

/** Counts rows and names the first few patients. */
async function toGroup(rows: readonly PatientIds[], patients: PatientReader): Promise<Group> {
  const names = new Set<string>();
  for (const row of rows) {
    if (names.size === NAMED) break;
    const { dog, puppy } = await patients.read(row);
    const name = dog?.callName ?? dog?.name ?? puppy?.name;
    if (name !== undefined) names.add(name);
  }
  return { count: rows.length, names: [...names] };
}

async function givenSlots(ctx: QueryCtx, course: Doc<"medicationCourses">, today: string): Promise<number> {
  const rows = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_course_and_day", (q) =>
      q.eq("kennelId", course.kennelId).eq("courseId", course._id).eq("dayOn", today),
    )
    .take(MOST_DOSES);
  return rows.filter(({ slot, removedAt }) => slot !== undefined && removedAt === undefined).length;
}

async function readDoses(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  patients: PatientReader,
): Promise<HealthAgenda["doses"]> {
  const rows = await ctx.db
    .query("medicationCourses")
    .withIndex("by_kennel_and_last", (q) => q.eq("kennelId", kennelId).gte("lastOn", today))
    .take(MAX_OPEN_COURSES);
  let due = 0;
  let given = 0;
  const open: Doc<"medicationCourses">[] = [];
  for (const row of rows) {
    if (row.startOn > today || row.stoppedOn !== undefined) continue;
    const dog = await ctx.db.get("dogs", row.dogId);
    if (!dog || isGone(dog)) continue;
    const slots = slotsOn(plannedOf(row), today).length;
    const done = slots === 0 ? 0 : Math.min(slots, await givenSlots(ctx, row, today));
    due += slots;
    given += done;
    if (done < slots) open.push(row);
  }
  return { due, given, names: (await toGroup(open, patients)).names };
}

/** Returns what health asks for today; throws VALIDATION_FAILED. */
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
    doses: await readDoses(ctx, kennelId, today, patients),
    booked: await toGroup(booked, patients),
    due: await toGroup(due, patients),
    followUps: await toGroup(followUps, patients),
  };
}
