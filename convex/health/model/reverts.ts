/** Putting former values back in what is kept of the health of dogs. */
import { fail } from "../../../domain/errors";
import { lastDayOf } from "../../../domain/health/medications";
import { HEALTH_RECORD_FIELDS } from "../../../domain/records/health-record";
import { HEALTH_TEST_FIELDS } from "../../../domain/records/health-test";
import { COURSE_FIELDS } from "../../../domain/records/medication";
import { namesOf } from "../../../domain/records/record";
import { VETERINARIAN_FIELDS } from "../../../domain/records/veterinarian";
import type { Doc } from "../../_generated/dataModel";
import { keepFile, takeBackFile } from "../../platform/model/keptFiles";
import {
  has,
  objectOf,
  revertRow,
  typedOf,
  wholeOf,
  type Revert,
  type Reverts,
} from "../../platform/model/reverting";
import { nextVersion } from "../../platform/model/versions";
import { updateDogWeight } from "./dogWeights";
import { setFollowUpDone, updateHealthRecord } from "./healthRecords";
import { updateHealthTest } from "./healthTests";
import { updateCourse } from "./medicationCourses";
import { isGivenAgain } from "./medicationDoses";
import { updateVeterinarian } from "./veterinaryRecords";

/** Puts back what a health record was, and how its follow-up stood. */
const revertHealthRecord: Revert<"healthRecords"> = async (ctx, record, values, { today }) => {
  const typed = typedOf(values, namesOf(HEALTH_RECORD_FIELDS));
  if (Object.keys(typed).length > 0) await updateHealthRecord(ctx, record, { today, ...typed });
  if (!has(values, "followUpDoneOn")) return;
  const saved = (await ctx.db.get("healthRecords", record._id)) ?? fail("NOT_FOUND");
  const { followUpDoneOn } = values;
  const doneOn = typeof followUpDoneOn === "string" ? followUpDoneOn : null;
  if (saved.followUpDate !== undefined) {
    await setFollowUpDone(ctx, saved, { doneOn, today });
  }
};

const TEST_NAMES = namesOf(HEALTH_TEST_FIELDS);

/** Puts back what a test was; a certificate that was taken off or replaced comes back while its file is kept. */
const revertHealthTest: Revert<"healthTests"> = async (ctx, row, values, { today }) => {
  const isResult = Object.keys(values).some((name) => name.startsWith("result."));
  if (isResult || has(values, ...TEST_NAMES)) {
    const dog = (await ctx.db.get("dogs", row.dogId)) ?? fail("NOT_FOUND");
    const whole = {
      ...wholeOf(row, values, TEST_NAMES),
      result: resultOf(objectOf({ result: row.result }, values, "result")),
    };
    await updateHealthTest(ctx, { dog }, { testId: row._id, today, ...whole });
  }
  if (!has(values, "certificate.storageId")) return;
  // What this row had is a certificate, or none.
  const certificate = objectOf({ certificate: row.certificate }, values, "certificate") as
    | Doc<"healthTests">["certificate"]
    | undefined;
  if (certificate && !(await takeBackFile(ctx, row.kennelId, certificate.storageId))) return;
  if (row.certificate) await keepFile(ctx, row.kennelId, row.certificate.storageId);
  const saved = (await ctx.db.get("healthTests", row._id)) ?? fail("NOT_FOUND");
  await ctx.db.patch("healthTests", row._id, { certificate, updatedAt: nextVersion(saved) });
};

/** Leaves of a result's parts those that its form has; a side without a finding is null. */
function resultOf(parts: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { type, left = null, right = null, grade, text } = parts;
  if (type === "grade") return { type, grade };
  return type === "text" ? { type, text } : { type, left, right };
}

/** Puts back what a weight was. */
const revertWeight: Revert<"dogWeights"> = async (ctx, row, values, { today }) => {
  const dog = (await ctx.db.get("dogs", row.dogId)) ?? fail("NOT_FOUND");
  const whole = wholeOf(row, values, ["grams", "weighedOn", "notes"]);
  await updateDogWeight(ctx, { dog }, { weightId: row._id, today, ...whole });
};

const COURSE_NAMES = namesOf(COURSE_FIELDS);

/** Puts back what a course was, and whether it was stopped, from which only its last day follows. */
const revertCourse: Revert<"medicationCourses"> = async (ctx, row, values) => {
  const isSchedule = Object.keys(values).some((name) => name.startsWith("schedule."));
  if (isSchedule || has(values, ...COURSE_NAMES)) {
    const dog = (await ctx.db.get("dogs", row.dogId)) ?? fail("NOT_FOUND");
    const schedule = objectOf({ schedule: row.schedule }, values, "schedule");
    const whole = { ...wholeOf(row, values, COURSE_NAMES), schedule };
    await updateCourse(ctx, { dog }, { courseId: row._id, ...whole });
  }
  if (!has(values, "stoppedOn", "stopReason")) return;
  const saved = (await ctx.db.get("medicationCourses", row._id)) ?? fail("NOT_FOUND");
  const former: Doc<"medicationCourses"> = { ...saved, ...values };
  const { stoppedOn, stopReason } = former;
  await ctx.db.patch("medicationCourses", row._id, {
    stoppedOn,
    stopReason,
    lastOn: lastDayOf({ endOn: saved.endOn ?? null, stoppedOn: stoppedOn ?? null }),
    updatedAt: nextVersion(saved),
  });
};

/** Takes a dose back, or lets it count again unless its slot has another one by now. */
const revertDoseGiven: Revert<"medicationDoses"> = async (ctx, row, values) => {
  if (values.removedAt === undefined && (await isGivenAgain(ctx, row))) return;
  await revertRow(ctx, "medicationDoses", row, values);
};

/** Puts back what a dog's veterinarian was. */
const revertVeterinarian: Revert<"veterinaryRecords"> = async (ctx, row, values) => {
  await updateVeterinarian(ctx, row, typedOf(values, namesOf(VETERINARIAN_FIELDS)));
};

/** How each kind of record has former values put back. */
export const healthReverts = {
  dogWeights: revertWeight,
  healthRecords: revertHealthRecord,
  healthTests: revertHealthTest,
  medicationCourses: revertCourse,
  medicationDoses: revertDoseGiven,
  veterinaryRecords: revertVeterinarian,
} satisfies Reverts;
