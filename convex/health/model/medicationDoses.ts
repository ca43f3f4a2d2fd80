/**
 * Given doses. Two people may record the same dose at the same time. Only the first entry for a slot is stored. A
 * second dose within an hour is stored only if the person confirms it. An undone dose remains as a marked row, so
 * that the same entry is not stored again if it arrives late.
 */
import { v, type Infer } from "convex/values";
import { DOUBLE_DOSE_MS, MAX_DOSES_PER_COURSE, MAX_TIMES_PER_DAY } from "../../../domain/health/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { checkLimit, fail } from "../../../domain/errors";
import { slotsOn } from "../../../domain/health/medications";
import { doseSchema } from "../../../domain/health/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { trustedToday } from "../../platform/model/people/today";
import type { ReachedDog } from "../../platform/model/people/identity";
import { logCourseActivity } from "./medicationCourses";
import { requireCourse } from "./medicationRows";
import { DoseNames, doseShape, plannedOf } from "./medicationShape";

export const doseOutcomeShape = v.object({
  outcome: v.union(
    v.literal("stored"),
    /** A dose with this key was already stored. */
    v.literal("known"),
    /** The slot already has a dose, so this dose was not stored. */
    v.literal("given"),
    /** "near": another dose was given within an hour. This dose is stored only if the person confirms it. */
    v.literal("near"),
  ),
  other: v.union(doseShape, v.null()),
});
type DoseOutcome = Infer<typeof doseOutcomeShape>;

/** The limit covers a date and the dates before and after it, including undone doses. */
const MOST_NEAR = 30 * MAX_TIMES_PER_DAY;

async function dosesAround(
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"medicationCourses">, "kennelId" | "_id">,
  dayOn: string,
): Promise<Doc<"medicationDoses">[]> {
  const rows = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_course_and_day", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("courseId", _id)
        .gte("dayOn", addDays(dayOn, -1))
        .lte("dayOn", addDays(dayOn, 1)),
    )
    .take(MOST_NEAR);
  return rows.filter(({ removedAt }) => removedAt === undefined);
}

/** A new dose has filled the slot of the undone dose. */
export async function isGivenAgain(ctx: QueryCtx, dose: Doc<"medicationDoses">): Promise<boolean> {
  const { _id, kennelId, courseId, dayOn, slot } = dose;
  if (slot === undefined) return false;
  const around = await dosesAround(ctx, { kennelId, _id: courseId }, dayOn);
  return around.some((other) => other._id !== _id && other.dayOn === dayOn && other.slot === slot);
}

async function checkRoom(ctx: QueryCtx, { kennelId, _id }: Doc<"medicationCourses">): Promise<void> {
  const rows = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_course_and_day", (q) => q.eq("kennelId", kennelId).eq("courseId", _id))
    .take(MAX_DOSES_PER_COURSE);
  checkLimit(rows.length, MAX_DOSES_PER_COURSE);
}

function checkSlot(
  course: Doc<"medicationCourses">,
  dayOn: string,
  slot: number | null,
  today: string,
): void {
  if (dayOn > trustedToday(today)) {
    fail("VALIDATION_FAILED", { fields: { dayOn: "A dose cannot be in the future" } });
  }
  if (dayOn < course.startOn) {
    fail("VALIDATION_FAILED", { fields: { dayOn: "A dose cannot be before the course begins" } });
  }
  if (slot !== null && slot >= slotsOn(plannedOf(course), dayOn).length) {
    fail("VALIDATION_FAILED", { fields: { slot: "No such dose is due on that day" } });
  }
}

/** If the same entry is sent several times, it is stored once. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function giveDose(
  ctx: MutationCtx,
  { dog, access }: ReachedDog,
  { courseId, today, isMeant = false, ...fields }: { courseId: string; today: string; isMeant?: boolean },
): Promise<DoseOutcome> {
  const course = await requireCourse(ctx, dog, courseId);
  const { slot, dayOn, entryKey, ...typed } = parseOrFail(doseSchema, fields);
  const known = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", dog.kennelId).eq("entryKey", entryKey))
    .first();
  if (known) return { outcome: "known", other: null };
  checkSlot(course, dayOn, slot, today);
  // The clock of a phone may be wrong, but a dose cannot be given in the future.
  const givenAt = Math.min(typed.givenAt, Date.now());
  const names = new DoseNames(ctx, access);
  const around = await dosesAround(ctx, course, dayOn);
  const same = slot === null ? undefined : around.find((dose) => dose.dayOn === dayOn && dose.slot === slot);
  if (same) return { outcome: "given", other: await names.toDose(same) };
  const near = around.find((dose) => Math.abs(dose.givenAt - givenAt) <= DOUBLE_DOSE_MS);
  if (near && !isMeant) return { outcome: "near", other: await names.toDose(near) };
  await checkRoom(ctx, course);
  await ctx.db.insert("medicationDoses", {
    kennelId: dog.kennelId,
    courseId: course._id,
    dayOn,
    slot: slot ?? undefined,
    givenAt,
    givenBy: access.user._id,
    entryKey,
  });
  await logCourseActivity(ctx, dog, course, "Medication given");
  return { outcome: "stored", other: null };
}

/** If the dose is missing or already undone, nothing changes. */
export async function undoDose(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  { courseId, entryKey }: { courseId: string; entryKey: string },
): Promise<null> {
  const course = await requireCourse(ctx, dog, courseId);
  const row = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", dog.kennelId).eq("entryKey", entryKey))
    .first();
  if (row?.courseId !== course._id || row.removedAt !== undefined) return null;
  await ctx.db.patch("medicationDoses", row._id, { removedAt: Date.now() });
  return null;
}
