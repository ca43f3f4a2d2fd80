/**
 * Records, changes and deletes health records. Each change checks the rules of domain/, then updates the row, the
 * counts and the activities in one transaction. Sources: document 001 sections 3 to 5, decisions GAP-HLT-02,
 * GAP-HLT-04 and GAP-HLT-13.
 */
import { v, type Infer } from "convex/values";
import { MAX_HEALTH_RECORDS_PER_DOG, MAX_HEALTH_RECORDS_PER_KENNEL } from "../../../domain/health/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { checkLimit, fail, failOnFields } from "../../../domain/errors";
import { checkFollowUpDone, checkHealthDays } from "../../../domain/health/record-days";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../../../domain/health/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { storedFields } from "../../platform/tables/recordValidators";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { withPending } from "../../changes/follow";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { recordKind } from "../../platform/model/changes/recordKind";
import { saveRow } from "../../platform/model/changes/edits";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { trustedToday } from "../../platform/model/people/today";
import { attachmentShape, listAttachments } from "./healthAttachments";
import { countHealthRecords } from "./healthMonths";
import { dogReader, healthDogShape } from "./healthDogs";
import { searchTextOf } from "./healthSearch";
import { findRow } from "../../platform/model/paging/rows";

/** Throws VALIDATION_FAILED for the field unless the dog is one of the kennel's own dogs. */
async function requireDog(ctx: QueryCtx, kennelId: Id<"kennels">, id: string): Promise<Doc<"dogs">> {
  const dog = await findRow(ctx, "dogs", id);
  if (!dog || dog.kennelId !== kennelId || dog.isExternal) {
    return fail("VALIDATION_FAILED", { fields: { dogId: "Dog was not found" } });
  }
  return dog;
}

async function checkRoom(ctx: QueryCtx, dog: Doc<"dogs">): Promise<void> {
  checkLimit(withPending(ctx, DOG_PARTS, dog).healthRecordCount, MAX_HEALTH_RECORDS_PER_DOG);
  checkLimit(await countHealthRecords(ctx, dog.kennelId), MAX_HEALTH_RECORDS_PER_KENNEL);
}

/** If a follow-up is moved to another date, it is open again. Otherwise its state does not change. */
function followUpAfter(before: Doc<"healthRecords"> | null, followUpDate: string | undefined) {
  const followUpDoneOn = followUpDate === before?.followUpDate ? before?.followUpDoneOn : undefined;
  return { followUpDoneOn, openFollowUpOn: followUpDoneOn === undefined ? followUpDate : undefined };
}

export const healthRecords = recordKind({
  table: "healthRecords",
  fields: HEALTH_RECORD_FIELDS,
  state: HEALTH_RECORD_STATE,
  args: { today: v.string() },
  index: "by_kennel_and_dog_and_date",
  activity: { type: "health_record", noun: "Health record", nameOf: ({ title }) => title },
  more: {
    shape: { dog: healthDogShape, attachments: v.array(attachmentShape) },
    reader: (ctx) => {
      const dogOf = dogReader(ctx);
      const signer = new AddressSigner(ctx);
      return async (row) => ({
        dog: await dogOf(row),
        attachments: row.attachmentCount === 0 ? [] : await listAttachments(ctx, row, signer),
      });
    },
  },
  admit: async (ctx, { kennelId, row, values, args: { today } }) => {
    const day = trustedToday(today);
    const dog = await requireDog(ctx, kennelId, values.dogId);
    failOnFields(checkHealthDays(values, day));
    if (dog._id !== row?.dogId) await checkRoom(ctx, dog);
    const stored = storedFields(HEALTH_RECORD_FIELDS, { ...values, dogId: dog._id });
    return {
      ...{ dogId: dog._id, ...followUpAfter(row, stored.followUpDate) },
      ...(!row && { attachmentCount: 0, searchText: searchTextOf(stored, dog) }),
    };
  },
});

export type HealthRecordEntry = Infer<typeof healthRecords.shape>;

export async function logRecordActivity(
  ctx: MutationCtx,
  { _id, kennelId, dogId, title: name }: Doc<"healthRecords">,
  title: "Health record changed" | "Follow-up done" | "Follow-up reopened",
): Promise<void> {
  const dog = await ctx.db.get("dogs", dogId);
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title, description: dog ? `${dog.name}: ${name}` : name },
    record: { table: "healthRecords", id: _id },
  });
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function dogAfter(
  ctx: QueryCtx,
  record: Doc<"healthRecords">,
  dogId: string = record.dogId,
): Promise<Doc<"dogs">> {
  const dog = await requireDog(ctx, record.kennelId, dogId);
  if (dog._id !== record.dogId) await checkRoom(ctx, dog);
  return dog;
}

/** Null for `doneOn` reopens the follow-up. Throws VALIDATION_FAILED. */
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
  if ((record.followUpDoneOn ?? null) === doneOn) return await healthRecords.describe(ctx, record);
  const saved = await saveRow(ctx, "healthRecords", record, {
    followUpDoneOn: doneOn ?? undefined,
    openFollowUpOn: doneOn === null ? record.followUpDate : undefined,
  });
  await logRecordActivity(ctx, record, doneOn === null ? "Follow-up reopened" : "Follow-up done");
  return await healthRecords.describe(ctx, saved);
}
