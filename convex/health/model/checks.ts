/** Validates health records, tests, courses of medication, veterinarians and weights. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { checkFollowUpDone, checkHealthDays } from "../../../domain/health/record-days";
import { lastDayOf, slotsOn } from "../../../domain/health/medications";
import { TEST_KINDS } from "../../../domain/health/test-kinds";
import {
  healthTestSchema,
  courseStopSchema,
  doseSchema,
  medicationCourseSchema,
  newDogWeightSchema,
} from "../../../domain/health/schemas";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  shapeFaults,
  type Check,
  type Checks,
  type Fault,
  type Faults,
} from "../../platform/model/changes/checking";
import { plannedOf } from "./medicationShape";

/** The record's dog must be one of the kennel's own dogs. */
async function ownDogFaults(ctx: QueryCtx, dogId: Id<"dogs">): Promise<Faults> {
  const dog = await ctx.db.get("dogs", dogId);
  return !dog || dog.isExternal ? { dogId: "Dog was not found" } : {};
}

/** No date may be before the dog's birth. */
async function birthFaults(
  ctx: QueryCtx,
  { dogId }: { readonly dogId: Id<"dogs"> },
  field: string,
  label: string,
  day: string,
): Promise<Faults> {
  const dog = await ctx.db.get("dogs", dogId);
  if (!dog) return { dogId: "Dog was not found" };
  return checkLifeDay(field, label, day, { bornOn: dog.dateOfBirth });
}

const recordOwn: Check<"healthRecords">["own"] = (row, today) => {
  const { dateRecorded, followUpDate = null, followUpDoneOn } = row;
  const faults: Record<string, Fault> = { ...checkHealthDays({ dateRecorded, followUpDate }, today) };
  const done = followUpDoneOn === undefined ? null : checkFollowUpDone(followUpDoneOn, dateRecorded, today);
  if (done !== null) faults.followUpDoneOn = done;
  return faults;
};

/** These form fields show the message about the left or right side of a result. */
const SIDES: Readonly<Record<string, string>> = { left: "result.left", right: "result.right" };

const testOwn: Check<"healthTests">["own"] = (row, today) => {
  const faults = Object.entries(shapeFaults(healthTestSchema, row)).map(
    ([field, message]) => [SIDES[field] ?? field, message] as const,
  );
  return {
    ...Object.fromEntries(faults),
    ...checkLifeDay("testedOn", "Test date", row.testedOn, { today }),
    ...(!TEST_KINDS[row.kind].isNamed && row.name !== undefined && { name: "The kind says what was tested" }),
  };
};

const courseOwn: Check<"medicationCourses">["own"] = (row, today) => {
  const { stoppedOn, stopReason } = row;
  const faults: Faults = shapeFaults(medicationCourseSchema, row);
  if (stoppedOn === undefined) {
    return stopReason === undefined ? faults : { ...faults, stopReason: "The course was not stopped" };
  }
  return {
    ...faults,
    ...shapeFaults(courseStopSchema, { stoppedOn, stopReason }),
    ...checkLifeDay("stoppedOn", "Last day", stoppedOn, { today }),
  };
};

/** No two records may have the same entry key. */
async function entryDoubles(
  ctx: QueryCtx,
  table: "dogWeights" | "medicationDoses",
  { _id, kennelId, entryKey }: Doc<"dogWeights"> | Doc<"medicationDoses">,
): Promise<Faults> {
  const rows = await ctx.db
    .query(table)
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", kennelId).eq("entryKey", entryKey))
    .take(2);
  return rows.some((row) => row._id !== _id) ? { entryKey: "This entry is already there" } : {};
}

const doseOwn: Check<"medicationDoses">["own"] = (row, today) => {
  const now = Date.now();
  return {
    ...(row.givenAt > now && { givenAt: { message: "A dose cannot be in the future", instead: now } }),
    ...shapeFaults(doseSchema, { ...row, slot: row.slot ?? null }),
    ...(row.dayOn > today && { dayOn: "A dose cannot be in the future" }),
  };
};

const doseAmong: Check<"medicationDoses">["among"] = async (ctx, dose) => {
  const course = await ctx.db.get("medicationCourses", dose.courseId);
  if (!course) return { courseId: "Medication was not found" };
  if (dose.dayOn < course.startOn) return { dayOn: "A dose cannot be before the course begins" };
  if (dose.slot === undefined) return {};
  if (dose.slot >= slotsOn(plannedOf(course), dose.dayOn).length) {
    return { slot: "No such dose is due on that day" };
  }
  const others = await ctx.db
    .query("medicationDoses")
    .withIndex("by_kennel_and_course_and_day", (q) =>
      q.eq("kennelId", dose.kennelId).eq("courseId", course._id).eq("dayOn", dose.dayOn),
    )
    .take(100);
  const isDouble = others.some(
    ({ _id, slot, removedAt }) => _id !== dose._id && slot === dose.slot && removedAt === undefined,
  );
  return isDouble && dose.removedAt === undefined ? { slot: "This dose was already given" } : {};
};

export const healthChecks: Checks = {
  healthRecords: {
    own: recordOwn,
    derived: ({ followUpDate, followUpDoneOn }) => ({
      openFollowUpOn: followUpDoneOn === undefined ? followUpDate : undefined,
    }),
    among: async (ctx, { dogId }) => await ownDogFaults(ctx, dogId),
  },
  healthTests: {
    own: testOwn,
    among: async (ctx, row) => await birthFaults(ctx, row, "testedOn", "Test date", row.testedOn),
  },
  medicationCourses: {
    own: courseOwn,
    derived: ({ endOn = null, stoppedOn = null }) => ({ lastOn: lastDayOf({ endOn, stoppedOn }) }),
    among: async (ctx, row) => ({
      ...(await birthFaults(ctx, row, "startOn", "Start date", row.startOn)),
      ...(await ownDogFaults(ctx, row.dogId)),
    }),
  },
  medicationDoses: {
    own: doseOwn,
    doubles: async (ctx, row) => await entryDoubles(ctx, "medicationDoses", row),
    among: doseAmong,
  },
  veterinaryRecords: { among: async (ctx, { dogId }) => await ownDogFaults(ctx, dogId) },
  dogWeights: {
    own: (row, today) => ({
      ...shapeFaults(newDogWeightSchema, row),
      ...checkLifeDay("weighedOn", "Day", row.weighedOn, { today }),
    }),
    doubles: async (ctx, row) => await entryDoubles(ctx, "dogWeights", row),
    among: async (ctx, row) => await birthFaults(ctx, row, "weighedOn", "Day", row.weighedOn),
  },
};
