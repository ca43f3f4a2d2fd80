/**
 * Starting, changing, stopping and taking up courses of medication of the kennel's own dogs, and reading a dog's or
 * those that are due in the whole kennel. Starting and stopping are told in the activity list.
 */
import { differencesOf } from "../../../domain/history/differences";
import { v, type Infer } from "convex/values";
import { MAX_COURSES_PER_DOG, MAX_OPEN_COURSES } from "../../../domain/health/rules";
import { isCalendarDay, checkLifeDay } from "../../../domain/dates/calendar-days";
import { isGone } from "../../../domain/dogs/standing";
import { fail, failOnFields } from "../../../domain/errors";
import { describeSchedule, formatDose, lastDayOf } from "../../../domain/health/medications";
import { courseStopSchema, medicationCourseSchema, type TypedCourse } from "../../../domain/health/schemas";
import { COURSE_FIELDS } from "../../../domain/health/record";
import { valuesIn, type Stored } from "../../../domain/records/record";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeRow } from "../../platform/model/changes/removing";
import { recordActivity } from "../../platform/model/changes/activities";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { trustedToday } from "../../platform/model/people/today";
import type { Access, ReachedDog } from "../../platform/model/people/identity";
import { courseRowsOf, requireCourse } from "./medicationRows";
import { courseShape, DoseNames, toCourse, type Course } from "./medicationShape";
import { storedFields } from "../../platform/tables/recordValidators";
import { photoShape, PhotoReader } from "../../platform/model/files/photoShape";
import { nextVersion } from "../../platform/model/changes/edits";

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

/** Lists a dog's courses with today's doses, the last begun first. */
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

/** Lists the dogs that are under medication today, each with its open courses, by name. */
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

const toRowFields = (course: Stored<typeof COURSE_FIELDS> & Pick<TypedCourse, "schedule">) => ({
  ...storedFields(COURSE_FIELDS, valuesIn(COURSE_FIELDS, course)),
  schedule: course.schedule,
});

const checkStart = ({ dateOfBirth: bornOn }: Doc<"dogs">, { startOn }: TypedCourse): void =>
  failOnFields(checkLifeDay("startOn", "Start date", startOn, { bornOn }));

/** Starts a course and returns its id; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createCourse(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  fields: object,
): Promise<Id<"medicationCourses">> {
  if (dog.isExternal) {
    fail("VALIDATION_FAILED", { fields: { dogId: "Medication is recorded only for the kennel's own dogs" } });
  }
  const typed = parseOrFail(medicationCourseSchema, fields);
  checkStart(dog, typed);
  if ((await courseRowsOf(ctx, dog)).length >= MAX_COURSES_PER_DOG) {
    fail("LIMIT_REACHED", { count: MAX_COURSES_PER_DOG });
  }
  const id = await ctx.db.insert("medicationCourses", {
    kennelId: dog.kennelId,
    dogId: dog._id,
    ...toRowFields(typed),
    lastOn: lastDayOf({ endOn: typed.endOn ?? null, stoppedOn: null }),
    updatedAt: Date.now(),
  });
  await recordActivity(ctx, dog.kennelId, {
    type: "health_record",
    title: "Medication started",
    description: `${dog.name}: ${typed.drug}, ${formatDose(typed.doseAmount, typed.doseUnit)} ${describeSchedule(typed.schedule)}`,
    dogId: dog._id,
    record: { table: "medicationCourses", id },
  });
  return id;
}

/** Tells what became of a course; the doses that one person gives of it in one sitting are one entry. */
export async function logCourseActivity(
  ctx: MutationCtx,
  { _id: dogId, kennelId, name }: Doc<"dogs">,
  course: Pick<Doc<"medicationCourses">, "_id" | "drug">,
  title: "Medication changed" | "Medication resumed" | "Medication deleted" | "Medication given",
): Promise<void> {
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title, description: `${name}: ${course.drug}` },
    ...(title !== "Medication deleted" && { record: { table: "medicationCourses", id: course._id } }),
  });
}

/** Changes a course as a whole; throws VALIDATION_FAILED, or STALE_UPDATE when saved since `expectedUpdatedAt`. */
export async function updateCourse(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  { courseId, expectedUpdatedAt, ...fields }: { courseId: string; expectedUpdatedAt?: number },
): Promise<null> {
  const row = await requireCourse(ctx, dog, courseId);
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) fail("STALE_UPDATE");
  const typed = parseOrFail(medicationCourseSchema, fields);
  checkStart(dog, typed);
  const after = toRowFields(typed);
  const lastOn = lastDayOf({ endOn: typed.endOn ?? null, stoppedOn: row.stoppedOn ?? null });
  await ctx.db.patch("medicationCourses", row._id, { ...after, lastOn, updatedAt: nextVersion(row) });
  if (differencesOf("medicationCourses", row, { ...row, ...after }).length > 0)
    await logCourseActivity(ctx, dog, { ...row, ...after }, "Medication changed");
  return null;
}

/** Stops a course before its end; throws VALIDATION_FAILED. */
export async function stopCourse(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  { courseId, today, ...fields }: { courseId: string; today: string },
): Promise<null> {
  const row = await requireCourse(ctx, dog, courseId);
  const { stoppedOn, stopReason } = parseOrFail(courseStopSchema, fields);
  failOnFields(checkLifeDay("stoppedOn", "Last day", stoppedOn, { today: trustedToday(today) }));
  await ctx.db.patch("medicationCourses", row._id, {
    stoppedOn,
    stopReason: stopReason ?? undefined,
    lastOn: lastDayOf({ endOn: row.endOn ?? null, stoppedOn }),
    updatedAt: nextVersion(row),
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

/** Takes a stopped course up again. */
export async function resumeCourse(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  courseId: string,
): Promise<null> {
  const row = await requireCourse(ctx, dog, courseId);
  if (row.stoppedOn === undefined) return null;
  await ctx.db.patch("medicationCourses", row._id, {
    stoppedOn: undefined,
    stopReason: undefined,
    lastOn: lastDayOf({ endOn: row.endOn ?? null, stoppedOn: null }),
    updatedAt: nextVersion(row),
  });
  await logCourseActivity(ctx, dog, row, "Medication resumed");
  return null;
}

/** Deletes a course of the dog with its doses, and tells of it; throws NOT_FOUND for another dog's. */
export async function deleteCourse(ctx: MutationCtx, dog: Doc<"dogs">, courseId: string): Promise<null> {
  const row = await requireCourse(ctx, dog, courseId);
  await removeRow(ctx, "medicationCourses", row);
  await logCourseActivity(ctx, dog, row, "Medication deleted");
  return null;
}
