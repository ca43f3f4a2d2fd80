/**
 * What follows from a deleted record that is there again, by its kind: the counts that its deletion moved, the numbers
 * of what it belongs to, and the rules that it must still keep. Kinds that nothing follows from are not named.
 */
import { isCounted } from "../../../domain/billing/dog-limit";
import { fail, failOnFields } from "../../../domain/errors";
import type { HistoryTable } from "../../../domain/history/records";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { adjustDay } from "../../vaccinations/model/vaccinationMonths";
import { countBreeding, countLitter } from "../../breedings/model/breedingYears";
import { adjustClinic } from "../../vaccinations/model/clinics";
import { settleDefault } from "../../contracts/model/contractTemplates";
import { adjustCountedDogs, adjustCounter, moveDogStatus } from "../../platform/model/counters";
import { checkDogRoom } from "../../billing/model/dogLimit";
import { checkRelations, moveOffspringCounts } from "../../dogs/model/dogRelations";
import { checkRoom as checkKennelRoom } from "../../dogs/model/dogs";
import { valuesOf } from "../../dogs/model/dogValues";
import { countAttachment } from "../../health/model/healthAttachments";
import { adjustDogCount } from "../../health/model/healthRecords";
import { searchTextOf } from "../../health/model/healthSearch";
import { followChange, followLitters } from "../../litters/model/litterPuppies";
import { puppiesOf } from "../../litters/model/puppyRows";
import { raiseRevision } from "../../dogs/model/pedigreeStates";
import { checkRoom as checkPhotoRoom, setPrimary } from "../../dogs/model/photos";
import { adjustReminderCount } from "../../reminders/model/reminderCounts";
import { followReminder } from "../../reminders/model/reminderDays";
import { notifyAtAfter } from "../../reminders/model/reminderNotices";
import { renewSubject } from "../../reminders/model/reminderSeries";
import { settlePrimary } from "../../health/model/veterinaryRecords";

/** What is known while records come back. */
export interface Return {
  /** Says whether the record of a new id comes back in the same step. */
  readonly isWithin: (id: string) => boolean;
}

type AfterUndelete<Table extends HistoryTable> = (
  ctx: MutationCtx,
  row: Doc<Table>,
  step: Return,
) => Promise<void>;

const afterUndeleteDog: AfterUndelete<"dogs"> = async (ctx, dog) => {
  const { kennelId, isExternal, status } = dog;
  const { errors } = await checkRelations(ctx, kennelId, valuesOf(dog), dog);
  const { registrationNumber, microchipNumber } = errors;
  failOnFields({
    ...(registrationNumber !== undefined && { registrationNumber }),
    ...(microchipNumber !== undefined && { microchipNumber }),
  });
  await checkKennelRoom(ctx, kennelId, isExternal);
  await adjustCounter(ctx, kennelId, isExternal ? "externalDogs" : "dogs", 1);
  if (!isExternal) {
    await checkDogRoom(ctx, kennelId, status, null);
    await adjustCountedDogs(ctx, kennelId, isCounted(status) ? 1 : 0);
    await moveDogStatus(ctx, kennelId, null, status);
  }
  const parents = { sireId: dog.sireId ?? null, damId: dog.damId ?? null };
  await moveOffspringCounts(ctx, { sireId: null, damId: null }, parents);
  await raiseRevision(ctx, kennelId);
};

const afterUndeletePhoto: AfterUndelete<"photos"> = async (ctx, photo, { isWithin }) => {
  if (isWithin(photo.dogId)) return;
  const dog = (await ctx.db.get("dogs", photo.dogId)) ?? fail("NOT_FOUND");
  checkPhotoRoom(dog);
  await ctx.db.patch("dogs", dog._id, { photoCount: dog.photoCount + 1 });
  if (photo.isPrimary || dog.photoCount === 0) await setPrimary(ctx, photo);
};

const afterUndeleteHealthRecord: AfterUndelete<"healthRecords"> = async (ctx, record, { isWithin }) => {
  const dog = (await ctx.db.get("dogs", record.dogId)) ?? fail("NOT_FOUND");
  const searchText = searchTextOf(record, dog);
  if (searchText !== record.searchText) await ctx.db.patch("healthRecords", record._id, { searchText });
  if (!isWithin(record.dogId)) await adjustDogCount(ctx, record.dogId, 1);
};

const afterUndeleteBooking: AfterUndelete<"scheduledVaccinations"> = async (
  ctx,
  { kennelId, status, scheduledDate },
) => {
  if (status === "scheduled") await adjustDay(ctx, kennelId, "booked", scheduledDate, 1);
  if (status === "completed") await adjustCounter(ctx, kennelId, "completedBookings", 1);
};

const afterUndeleteReminder: AfterUndelete<"reminders"> = async (ctx, row) => {
  const notifyAt = await notifyAtAfter(ctx, row, row.notifyAt);
  if (notifyAt !== row.notifyAt) await ctx.db.patch("reminders", row._id, { notifyAt });
  await renewSubject(ctx, row);
  await adjustReminderCount(ctx, row, 1);
  await followReminder(ctx, row.kennelId, null, row);
};

const afterUndeleteLitter: AfterUndelete<"litters"> = async (ctx, litter) => {
  await adjustCounter(ctx, litter.kennelId, "litters", 1);
  await countLitter(ctx, litter.kennelId, null, litter);
  await followLitters(ctx, { _id: litter.breedingId, kennelId: litter.kennelId });
};

const afterUndeletePuppy: AfterUndelete<"puppies"> = async (ctx, puppy, { isWithin }) => {
  if (isWithin(puppy.litterId)) return;
  const all = await puppiesOf(ctx, { _id: puppy.litterId, kennelId: puppy.kennelId });
  const others = all.filter(({ _id }) => _id !== puppy._id);
  // It takes its place in the order of birth again; those behind it make room.
  if (others.some(({ order }) => order === puppy.order)) {
    for (const other of others) {
      if (other.order >= puppy.order) await ctx.db.patch("puppies", other._id, { order: other.order + 1 });
    }
  }
  await followChange(ctx, puppy.litterId, others);
};

const AFTER_UNDELETE: { readonly [Table in HistoryTable]?: AfterUndelete<Table> } = {
  breedings: async (ctx, breeding) => await countBreeding(ctx, breeding.kennelId, null, breeding),
  contractTemplates: async (ctx, { _id, kennelId, kind, isDefault }) =>
    await settleDefault(ctx, kennelId, kind, isDefault ? _id : null),
  dogs: afterUndeleteDog,
  healthAttachments: async (ctx, { recordId }, { isWithin }) => {
    if (!isWithin(recordId)) await countAttachment(ctx, recordId, 1);
  },
  healthRecords: afterUndeleteHealthRecord,
  litters: afterUndeleteLitter,
  photos: afterUndeletePhoto,
  puppies: afterUndeletePuppy,
  reminders: afterUndeleteReminder,
  scheduledVaccinations: afterUndeleteBooking,
  veterinaryRecords: async (ctx, row, { isWithin }) => {
    await adjustClinic(ctx, row.kennelId, row.veterinaryClinic, 1);
    if (!isWithin(row.dogId)) await settlePrimary(ctx, row, row.isPrimary ? row._id : null);
  },
};

/** Says whether anything follows from a record of a kind that is there again. */
export const isFollowed = (table: HistoryTable): boolean => AFTER_UNDELETE[table] !== undefined;

/** Makes everything follow from a record that is there again; throws what its rules throw. */
export async function afterUndelete<Table extends HistoryTable>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  step: Return,
): Promise<void> {
  const follow: AfterUndelete<Table> | undefined = AFTER_UNDELETE[table];
  await follow?.(ctx, row, step);
}
