/** What functions take and return for courses of medication and their doses, and how stored rows become it. */
import { v, type Infer } from "convex/values";
import { RECENT_DOSES } from "../../../domain/health/rules";
import { slotsOn, type PlannedCourse } from "../../../domain/health/medications";
import { COURSE_FIELDS, COURSE_STATE } from "../../../domain/health/record";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { courseScheduleValidator } from "../tables/medicationCourses";
import { answerFields, answerOf, newArgs } from "../../platform/tables/recordValidators";
import { NamesOnce } from "../../platform/model/paging/rowsOnce";

const textOrNull = v.union(v.string(), v.null());

export const courseArgs = { ...newArgs(COURSE_FIELDS), schedule: courseScheduleValidator };

export const doseShape = v.object({
  entryKey: v.string(),
  dayOn: v.string(),
  slot: v.union(v.number(), v.null()),
  givenAt: v.number(),
  /** Null when the caller may not read the team, or the person is gone. */
  givenBy: textOrNull,
  isSelf: v.boolean(),
});
export type Dose = Infer<typeof doseShape>;

export const courseShape = v.object({
  _id: v.id("medicationCourses"),
  dogId: v.id("dogs"),
  ...answerFields({ ...COURSE_FIELDS, ...COURSE_STATE }),
  schedule: courseScheduleValidator,
  updatedAt: v.number(),
  /** The doses due today, in the order of their times, each with the dose that was given for it. */
  today: v.array(v.object({ slot: v.number(), time: v.string(), dose: v.union(doseShape, v.null()) })),
  /** The last doses, the newest first. */
  doses: v.array(doseShape),
});
export type Course = Infer<typeof courseShape>;

/** Names the people who gave doses, each looked up once. */
export class DoseNames extends NamesOnce {
  /** Makes the response of a stored dose. */
  async toDose(row: Doc<"medicationDoses">): Promise<Dose> {
    const { entryKey, dayOn, slot = null, givenAt, givenBy } = row;
    const name = await this.nameOf(givenBy);
    return { entryKey, dayOn, slot, givenAt, givenBy: name, isSelf: this.isSelf(givenBy) };
  }
}

/** The course as domain/health/medications.ts calculates with it. */
export const plannedOf = ({
  schedule,
  startOn,
  endOn,
  stoppedOn,
}: Doc<"medicationCourses">): PlannedCourse => ({
  schedule,
  startOn,
  endOn: endOn ?? null,
  stoppedOn: stoppedOn ?? null,
});

/** Room for entries that were taken back among the last ones. */
const READ_DOSES = 2 * RECENT_DOSES;

/** Makes the response of a stored course with today's and its last doses. */
export async function toCourse(
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
    _id: row._id,
    dogId: row.dogId,
    ...answerOf({ ...COURSE_FIELDS, ...COURSE_STATE }, row),
    schedule: row.schedule,
    updatedAt: row.updatedAt,
    today: slotsOn(plannedOf(row), today).map((time, slot) => ({
      slot,
      time,
      dose: doses.find((dose) => dose.dayOn === today && dose.slot === slot) ?? null,
    })),
    doses: doses.sort((a, b) => b.givenAt - a.givenAt),
  };
}
