/** The medication courses of the kennel's own dogs. */
import { v, type Infer } from "convex/values";
import { MAX_COURSES_PER_DOG, MAX_OPEN_COURSES, RECENT_DOSES } from "../../../domain/health/rules";
import { checkLifeDay, isCalendarDay } from "../../../domain/dates/calendar-days";
import { isGone } from "../../../domain/dogs/standing";
import { fail, failOnFields } from "../../../domain/errors";
import { describeSchedule, formatDose, lastDayOf, slotsOn } from "../../../domain/health/medications";
import { courseStopSchema, medicationCourseSchema } from "../../../domain/health/schemas";
import { COURSE_FIELDS, COURSE_STATE } from "../../../domain/health/record";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import { recordActivity } from "../../platform/model/changes/activities";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { trustedToday } from "../../platform/model/people/today";
import type { Access, ReachedDog } from "../../platform/model/people/identity";
import { courseRowsOf, requireCourse } from "./medicationRows";
import { courseScheduleValidator } from "../tables/medicationCourses";
import { DoseNames, doseShape, plannedOf } from "./medicationShape";
import { photoShape, PhotoReader } from "../../platform/model/files/photoShape";
import { saveRow } from "../../platform/model/changes/edits";

export const courses = recordKind({
  table: "medicationCourses",
  fields: COURSE_FIELDS,
  state: COURSE_STATE,
  also: { schedule: courseScheduleValidator },
  schema: medicationCourseSchema,
  index: "by_kennel_and_dog_and_start",
  most: MAX_COURSES_PER_DOG,
  activity: {
    type: "health_record",
    noun: "Medication",
    added: "Medication started",
    nameOf: ({ drug }) => drug,
    newsOf: ({ drug, doseAmount, doseUnit, schedule }) =>
      `${drug}, ${formatDose(doseAmount, doseUnit)} ${describeSchedule(schedule)}`,
  },
  more: {
    shape: { dogId: v.id("dogs") },
    reader:
      () =>
      ({ dogId }) => ({ dogId }),
  },
  admit: (_, { row, dog, values: { startOn, endOn } }) => {
    if (!row && dog?.isExternal) {
      fail("VALIDATION_FAILED", {
        fields: { dogId: "Medication is recorded only for the kennel's own dogs" },
      });
    }
    failOnFields(checkLifeDay("startOn", "Start date", startOn, { bornOn: dog?.dateOfBirth }));
    return { lastOn: lastDayOf({ endOn: endOn ?? null, stoppedOn: row?.stoppedOn ?? null }) };
  },
});

export const courseShape = courses.shape.extend({
  /** The times are in order, each with the given dose. */
  today: v.array(v.object({ slot: v.number(), time: v.string(), dose: v.union(doseShape, v.null()) })),
  /** The newest dose is first. */
  doses: v.array(doseShape),
});
export type Course = Infer<typeof courseShape>;

/** More doses are read than shown, because undone doses are left out. */
const READ_DOSES = 2 * RECENT_DOSES;

/** Today's doses and the latest doses are included. */
async function toCourse(
  ctx: QueryCtx,
  row: Doc<"medicationCourses">,
  today: string,
  names: DoseNames,
): Promise<Course> {
  const rows = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_course_and_day", (q) => q.eq("kennelId", row.kennelId).eq("courseId", row._id))
    .order("desc")
    .take(READ_DOSES);
  const kept = rows.filter(({ removedAt }) => removedAt === undefined).slice(0, RECENT_DOSES);
  const doses = await Promise.all(kept.map(async (dose) => await names.toDose(dose)));
  return {
    ...(await courses.describe(ctx, row)),
    today: slotsOn(plannedOf(row), today).map((time, slot) => ({
      slot,
      time,
      dose: doses.find((dose) => dose.dayOn === today && dose.slot === slot) ?? null,
    })),
    doses: doses.sort((a, b) => b.givenAt - a.givenAt),
  };
}

export const dueDogShape = v.object({
  dog: v.object({
    _id: v.id("dogs"),
    name: v.string(),
    callName: v.union(v.string(), v.null()),
    breed: v.string(),
    photos: v.array(photoShape),
  }),
  courses: v.array(courseShape),
});

function checkToday(today: string): void {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
}

/** The latest course is first. */
export async function listCourses(
  ctx: QueryCtx,
  { dog, access }: ReachedDog,
  today: string,
): Promise<Course[]> {
  checkToday(today);
  const names = new DoseNames(ctx, access);
  const rows = await courseRowsOf(ctx, dog);
  return await Promise.all(rows.map(async (row) => await toCourse(ctx, row, today, names)));
}

/** Dogs are sorted by name, each with its open courses. */
export async function listDueCourses(
  ctx: QueryCtx,
  access: Access,
  today: string,
): Promise<Infer<typeof dueDogShape>[]> {
  checkToday(today);
  const rows = await ctx.db
    .query("medicationCourses")
    .withIndex("by_kennel_and_last", (q) => q.eq("kennelId", access.kennelId).gte("lastOn", today))
    .take(MAX_OPEN_COURSES);
  const names = new DoseNames(ctx, access);
  const photos = new PhotoReader(ctx);
  const found = new Map<Id<"dogs">, Infer<typeof dueDogShape>>();
  for (const row of rows) {
    if (row.startOn > today || row.stoppedOn !== undefined) continue;
    const dog = await ctx.db.get("dogs", row.dogId);
    if (!dog || isGone(dog)) continue;
    const course = await toCourse(ctx, row, today, names);
    if (course.schedule.type === "times" && course.today.length === 0) continue;
    const known = found.get(row.dogId);
    if (known) {
      known.courses.push(course);
      continue;
    }
    const { _id, name, callName = null, breed } = dog;
    found.set(_id, {
      dog: { _id, name, callName, breed, photos: await photos.primaryOf(dog) },
      courses: [course],
    });
  }
  return [...found.values()].sort((a, b) => (a.dog.name < b.dog.name ? -1 : 1));
}

/** Doses that one person gives within a short time become one entry. */
export async function logCourseActivity(
  ctx: MutationCtx,
  { _id: dogId, kennelId, name }: Doc<"dogs">,
  course: Pick<Doc<"medicationCourses">, "_id" | "drug">,
  title: "Medication resumed" | "Medication given",
): Promise<void> {
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title, description: `${name}: ${course.drug}` },
    record: { table: "medicationCourses", id: course._id },
  });
}

/** Throws VALIDATION_FAILED. */
export async function stopCourse(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  { courseId, today, ...fields }: { courseId: string; today: string },
): Promise<null> {
  const row = await requireCourse(ctx, dog, courseId);
  const { stoppedOn, stopReason } = parseOrFail(courseStopSchema, fields);
  failOnFields(checkLifeDay("stoppedOn", "Last day", stoppedOn, { today: trustedToday(today) }));
  await saveRow(ctx, "medicationCourses", row, {
    stoppedOn,
    stopReason: stopReason ?? undefined,
    lastOn: lastDayOf({ endOn: row.endOn ?? null, stoppedOn }),
  });
  await recordActivity(ctx, dog.kennelId, {
    type: "health_record",
    title: "Medication stopped",
    description: [`${dog.name}: ${row.drug}`, stopReason].filter(Boolean).join(", "),
    dogId: dog._id,
    record: { table: "medicationCourses", id: row._id },
  });
  return null;
}

export async function resumeCourse(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  courseId: string,
): Promise<null> {
  const row = await requireCourse(ctx, dog, courseId);
  if (row.stoppedOn === undefined) return null;
  await saveRow(ctx, "medicationCourses", row, {
    stoppedOn: undefined,
    stopReason: undefined,
    lastOn: lastDayOf({ endOn: row.endOn ?? null, stoppedOn: null }),
  });
  await logCourseActivity(ctx, dog, row, "Medication resumed");
  return null;
}
