/** The stored courses of a dog: finding them and counting their doses. */
import { MAX_COURSES_PER_DOG, MAX_DOSES_PER_COURSE } from "../../../domain/health/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { requireRowOf } from "../../platform/model/paging/rows";

/** The latest course is first. */
export const courseRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"medicationCourses">[]> =>
  await ctx.db
    .query("medicationCourses")
    .withIndex("by_kennel_and_dog_and_start", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(MAX_COURSES_PER_DOG);

/** Undone doses are not counted. */
export async function countDosesGiven(
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"medicationCourses">,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const doses = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_course_and_day", (q) =>
      q.eq("kennelId", kennelId).eq("courseId", _id).gte("dayOn", from).lte("dayOn", to),
    )
    .take(MAX_DOSES_PER_COURSE);
  return doses.filter(({ removedAt }) => removedAt === undefined).length;
}

/** Throws NOT_FOUND for another dog's course. */
export async function requireCourse(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  courseId: string,
): Promise<Doc<"medicationCourses">> {
  return await requireRowOf(ctx, "medicationCourses", courseId, { dogId: dog._id });
}
