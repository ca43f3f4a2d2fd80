/**
 * Recording, changing and deleting health records. Each change checks the rules of domain/, then moves row, the dog's
 * count, the kennel's months and the activity together, in one transaction. Sources: document 001 sections 3 to 5,
 * decisions GAP-HLT-02, GAP-HLT-04 and GAP-HLT-13.
 */
import { differencesOf } from "../../../domain/history/differences";
import { MAX_HEALTH_RECORDS_PER_DOG, MAX_HEALTH_RECORDS_PER_KENNEL } from "../../../domain/health/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { fail, failOnFields } from "../../../domain/errors";
import { checkFollowUpDone, checkHealthDays } from "../../../domain/health/record-days";
import { HEALTH_RECORD_FIELDS } from "../../../domain/health/record";
import { applyChanges, valuesIn, type ValuesOf } from "../../../domain/records/record";
import { healthRecordChangesSchema, newHealthRecordSchema } from "../../../domain/health/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { storedFields } from "../../platform/tables/recordValidators";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { withPending } from "../../changes/follow";
import { removeRow } from "../../platform/model/changes/removing";
import { recordActivity } from "../../platform/model/changes/activities";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { trustedToday } from "../../platform/model/people/today";
import { countHealthRecords } from "./healthMonths";
import { searchTextOf } from "./healthSearch";
import { HealthRecordReader, type HealthRecordEntry } from "./healthRecordShape";
import type { ReachedDog } from "../../platform/model/people/identity";
import { nextVersion } from "../../platform/model/changes/edits";

type RecordValues = ValuesOf<typeof HEALTH_RECORD_FIELDS>;

/** Finds the dog of a record among the kennel's own; throws VALIDATION_FAILED at the field. */
async function requireDog(ctx: QueryCtx, kennelId: Id<"kennels">, id: string): Promise<Doc<"dogs">> {
  const dogId = ctx.db.normalizeId("dogs", id);
  const dog = dogId && (await ctx.db.get("dogs", dogId));
  if (!dog || dog.kennelId !== kennelId || dog.isExternal) {
    return fail("VALIDATION_FAILED", { fields: { dogId: "Dog was not found" } });
  }
  return dog;
}

async function requireRow(ctx: QueryCtx, id: Id<"healthRecords">): Promise<Doc<"healthRecords">> {
  return (await ctx.db.get("healthRecords", id)) ?? fail("NOT_FOUND");
}

/** Makes the response for a record the caller has reached. */
export const describeHealthRecord = async (
  ctx: QueryCtx,
  record: Doc<"healthRecords">,
): Promise<HealthRecordEntry> => await new HealthRecordReader(ctx).describe(record);

const checkDays = (days: RecordValues, today: string): void => failOnFields(checkHealthDays(days, today));

async function checkRoom(ctx: QueryCtx, dog: Doc<"dogs">): Promise<void> {
  if (withPending(ctx, DOG_PARTS, dog).healthRecordCount >= MAX_HEALTH_RECORDS_PER_DOG) {
    fail("LIMIT_REACHED", { count: MAX_HEALTH_RECORDS_PER_DOG });
  }
  if ((await countHealthRecords(ctx, dog.kennelId)) >= MAX_HEALTH_RECORDS_PER_KENNEL) {
    fail("LIMIT_REACHED", { count: MAX_HEALTH_RECORDS_PER_KENNEL });
  }
}

/** Records what was found or done; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createHealthRecord(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  { today, ...fields }: { today: string },
): Promise<HealthRecordEntry> {
  const day = trustedToday(today);
  const typed = parseOrFail(newHealthRecordSchema, { ...fields, dogId: dog._id });
  const { kennelId } = dog;
  await requireDog(ctx, kennelId, dog._id);
  const values = valuesIn(HEALTH_RECORD_FIELDS, typed);
  checkDays(values, day);
  await checkRoom(ctx, dog);
  const row = storedFields(HEALTH_RECORD_FIELDS, { ...values, dogId: dog._id });
  const id = await ctx.db.insert("healthRecords", {
    kennelId,
    ...row,
    openFollowUpOn: row.followUpDate,
    attachmentCount: 0,
    searchText: searchTextOf(row, dog),
    updatedAt: Date.now(),
  });
  const record = await requireRow(ctx, id);
  await recordActivity(ctx, kennelId, {
    type: "health_record",
    title: "Health record added",
    description: `${dog.name}: ${record.title}`,
    dogId: dog._id,
    record: { table: "healthRecords", id },
  });
  return await describeHealthRecord(ctx, record);
}

/** Tells what became of a record that was there before. */
export async function logRecordActivity(
  ctx: MutationCtx,
  { _id, kennelId, dogId, title: name }: Doc<"healthRecords">,
  title: "Health record changed" | "Health record deleted" | "Follow-up done" | "Follow-up reopened",
): Promise<void> {
  const dog = await ctx.db.get("dogs", dogId);
  const isThere = title !== "Health record deleted";
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title, description: dog ? `${dog.name}: ${name}` : name },
    ...(isThere && { record: { table: "healthRecords", id: _id } }),
  });
}

/** A follow-up that is put on another day is open again; one that stays keeps how it stands. */
function followUpAfter(
  record: Doc<"healthRecords">,
  { followUpDate }: Pick<Doc<"healthRecords">, "followUpDate">,
) {
  const followUpDoneOn = followUpDate === record.followUpDate ? record.followUpDoneOn : undefined;
  return { followUpDoneOn, openFollowUpOn: followUpDoneOn === undefined ? followUpDate : undefined };
}

/** Returns the dog that a changed record is of; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function dogAfter(
  ctx: QueryCtx,
  record: Doc<"healthRecords">,
  dogId: string = record.dogId,
): Promise<Doc<"dogs">> {
  const dog = await requireDog(ctx, record.kennelId, dogId);
  if (dog._id !== record.dogId) await checkRoom(ctx, dog);
  return dog;
}

/** Changes a record; throws VALIDATION_FAILED, LIMIT_REACHED, or STALE_UPDATE when it was saved since `expectedUpdatedAt`. */
export async function updateHealthRecord(
  ctx: MutationCtx,
  record: Doc<"healthRecords">,
  { today, expectedUpdatedAt, ...fields }: { today: string; expectedUpdatedAt?: number },
): Promise<HealthRecordEntry> {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== record.updatedAt) fail("STALE_UPDATE");
  const day = trustedToday(today);
  const changes = parseOrFail(healthRecordChangesSchema, fields);
  const before = valuesIn(HEALTH_RECORD_FIELDS, record);
  const dog = await dogAfter(ctx, record, changes.dogId);
  const values = applyChanges(HEALTH_RECORD_FIELDS, before, changes);
  checkDays(values, day);
  const row = storedFields(HEALTH_RECORD_FIELDS, { ...values, dogId: dog._id });
  await ctx.db.patch("healthRecords", record._id, {
    ...row,
    ...followUpAfter(record, row),
    updatedAt: nextVersion(record),
  });
  const saved = await requireRow(ctx, record._id);
  if (differencesOf("healthRecords", record, saved).length > 0)
    await logRecordActivity(ctx, saved, "Health record changed");
  return await describeHealthRecord(ctx, saved);
}

/** Marks the follow-up as done on a day, or as open again with null; throws VALIDATION_FAILED. */
export async function setFollowUpDone(
  ctx: MutationCtx,
  record: Doc<"healthRecords">,
  { doneOn, today }: { doneOn: string | null; today: string },
): Promise<HealthRecordEntry> {
  const day = trustedToday(today);
  const refuse = (message: string): never => fail("VALIDATION_FAILED", { fields: { doneOn: message } });
  if (record.followUpDate === undefined) return refuse("This record has no follow-up");
  if (doneOn !== null) {
    if (!isCalendarDay(doneOn)) return refuse("The day must be a date such as 2025-06-15");
    const message = checkFollowUpDone(doneOn, record.dateRecorded, day);
    if (message !== null) return refuse(message);
  }
  if ((record.followUpDoneOn ?? null) === doneOn) return await describeHealthRecord(ctx, record);
  await ctx.db.patch("healthRecords", record._id, {
    followUpDoneOn: doneOn ?? undefined,
    openFollowUpOn: doneOn === null ? record.followUpDate : undefined,
    updatedAt: nextVersion(record),
  });
  await logRecordActivity(ctx, record, doneOn === null ? "Follow-up reopened" : "Follow-up done");
  return await describeHealthRecord(ctx, await requireRow(ctx, record._id));
}

/** Deletes a record with its attachments. */
export async function removeHealthRecord(ctx: MutationCtx, record: Doc<"healthRecords">): Promise<null> {
  await removeRow(ctx, "healthRecords", record);
  await logRecordActivity(ctx, record, "Health record deleted");
  return null;
}
