/**
 * Calculates again, after a restore, what follows from the records: counts, sums by month and year, lists of breeds and
 * clinics, and what records say of others. One batch a transaction; the place where it goes on is kept in the restore,
 * so that nothing is counted twice. A backup that was put back exactly says of itself what follows from its records.
 */
import { tallyPuppies } from "../../../domain/litters/counts";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { countBreeding, countLitter } from "../../breedings/model/breedingYears";
import { adjustClinic } from "../../vaccinations/model/clinics";
import { countRows } from "../../platform/model/countFollowing";
import { adjustCounter, keepCounters, noDogs } from "../../platform/model/counters";
import { settleDoses } from "../../vaccinations/model/doseRows";
import { searchTextOf } from "../../health/model/healthSearch";
import { Tally } from "../../imports/model/importWriting";
import { rowsOf, type KennelTable, tablesOfKind, type RecordTable } from "../../platform/model/kennelTables";
import { followLitters } from "../../litters/model/litterPuppies";
import { puppiesOf } from "../../litters/model/puppyRows";
import { patientOf, patientOfDog } from "../../vaccinations/model/patients";
import { refoldDog } from "../../dogs/model/refolding";
import { adjustReminderCount } from "../../reminders/model/reminderCounts";
import { followReminder } from "../../reminders/model/reminderDays";
import { notifyAtAfter } from "../../reminders/model/reminderNotices";
import { isOfRecords } from "../../platform/tables/storedBytes";
import { restoreOf, type Try } from "./restores";
import { adjustDay } from "../../vaccinations/model/vaccinationMonths";

/** Counted rows deleted in one transaction. */
const CLEARED_AT_ONCE = 500;

/** Records folded in one transaction, and those about which other records are read. */
const FOLDED_AT_ONCE = 100;
const COMPARED_AT_ONCE = 10;

/** Records of one dog that are counted; far more than any dog has. */
const MOST = 5000;

type Fold<Table extends KennelTable> = (ctx: MutationCtx, row: Doc<Table>) => Promise<void>;

interface Step<Table extends KennelTable = KennelTable> {
  readonly table: Table;
  readonly size: number;
  /** Whether it is only needed where the records were not put back exactly. */
  readonly isComparing: boolean;
  readonly fold: (ctx: MutationCtx, kennelId: Id<"kennels">, rows: Doc<Table>[]) => Promise<void>;
}

/** Makes a step that goes through every record of a table. */
const each = <Table extends KennelTable>(table: Table, fold: Fold<Table>): Step<Table> => ({
  table,
  size: FOLDED_AT_ONCE,
  isComparing: false,
  fold: async (ctx, _kennelId, rows) => {
    for (const row of rows) await fold(ctx, row);
  },
});

/** Makes a step that counts every record of a table: by its projections, and in what has none yet. */
const counting = <Table extends RecordTable>(table: Table, fold?: Fold<Table>): Step<Table> => ({
  table,
  size: FOLDED_AT_ONCE,
  isComparing: false,
  fold: async (ctx, _kennelId, rows) => {
    await countRows(ctx, table, rows);
    if (fold) for (const row of rows) await fold(ctx, row);
  },
});

/** Makes a step that brings every record of a table in line with the others. */
const comparing = <Table extends KennelTable>(table: Table, fold: Fold<Table>): Step<Table> => ({
  ...each(table, fold),
  size: COMPARED_AT_ONCE,
  isComparing: true,
});

const dogsCounted: Step<"dogs"> = {
  table: "dogs",
  size: FOLDED_AT_ONCE,
  isComparing: false,
  fold: async (ctx, kennelId, rows) => {
    await countRows(ctx, "dogs", rows);
    const tally = new Tally();
    for (const dog of rows) tally.count(dog, 1);
    await tally.apply(ctx, kennelId);
  },
};

/** Counts what other records say of a dog, and keeps exactly one photo the primary one. */
async function compareDog(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const { kennelId, _id: dogId } = dog;
  let offspringCount = 0;
  for (const [index, parent] of [
    ["by_kennel_and_sire_and_birth", "sireId"],
    ["by_kennel_and_dam_and_birth", "damId"],
  ] as const) {
    const offspring =
      index === "by_kennel_and_sire_and_birth"
        ? ctx.db.query("dogs").withIndex(index, (q) => q.eq("kennelId", kennelId).eq("sireId", dogId))
        : ctx.db.query("dogs").withIndex(index, (q) => q.eq("kennelId", kennelId).eq("damId", dogId));
    offspringCount += (await offspring.take(MOST)).filter((row) => row[parent] === dogId).length;
  }
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST);
  const photos = await ctx.db
    .query("photos")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST);
  const primary =
    photos.find(({ _id }) => _id === dog.primaryPhotoId) ??
    photos.find(({ isPrimary }) => isPrimary) ??
    photos[0];
  for (const { _id, isPrimary } of photos) {
    if (isPrimary !== (_id === primary?._id)) await ctx.db.patch("photos", _id, { isPrimary: !isPrimary });
  }
  await ctx.db.patch("dogs", dogId, {
    ...refoldDog(dog),
    offspringCount,
    healthRecordCount: records.length,
    photoCount: photos.length,
    primaryPhotoId: primary?._id,
  });
  await keepOneVeterinarian(ctx, dog);
}

/** Keeps exactly one of a dog's veterinarians the primary one. */
async function keepOneVeterinarian(ctx: MutationCtx, { kennelId, _id }: Doc<"dogs">): Promise<void> {
  const rows = await ctx.db
    .query("veterinaryRecords")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", _id))
    .take(MOST);
  const chosen = rows.filter(({ isPrimary }) => isPrimary);
  const [primary] = [...(chosen.length > 0 ? chosen : rows)].sort((a, b) => b.updatedAt - a.updatedAt);
  for (const row of rows) {
    const isPrimary = row._id === primary?._id;
    if (row.isPrimary !== isPrimary) await ctx.db.patch("veterinaryRecords", row._id, { isPrimary });
  }
}

/** A litter has at least the puppies that are recorded. */
async function compareLitter(ctx: MutationCtx, litter: Doc<"litters">): Promise<void> {
  const { recorded, deceased, males, females } = tallyPuppies(await puppiesOf(ctx, litter));
  const numberBorn = Math.max(litter.numberBorn, recorded);
  await ctx.db.patch("litters", litter._id, {
    numberBorn,
    numberAlive: Math.min(Math.max(litter.numberAlive, recorded - deceased), numberBorn),
    numberMales: Math.max(litter.numberMales, males),
    numberFemales: Math.max(litter.numberFemales, females),
  });
}

async function compareHealthRecord(ctx: MutationCtx, record: Doc<"healthRecords">): Promise<void> {
  const { kennelId, _id } = record;
  const attachments = await ctx.db
    .query("healthAttachments")
    .withIndex("by_kennel_and_record", (q) => q.eq("kennelId", kennelId).eq("recordId", _id))
    .take(MOST);
  const dog = await ctx.db.get("dogs", record.dogId);
  await ctx.db.patch("healthRecords", _id, {
    attachmentCount: attachments.length,
    ...(dog && { searchText: searchTextOf(record, dog) }),
  });
}

/** Keeps the newest of a kind's default templates the default one. */
async function compareTemplate(ctx: MutationCtx, template: Doc<"contractTemplates">): Promise<void> {
  if (!template.isDefault) return;
  const others = await ctx.db
    .query("contractTemplates")
    .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", template.kennelId).eq("kind", template.kind))
    .take(MOST);
  const newer = others.some(
    ({ _id, isDefault, updatedAt }) => isDefault && _id !== template._id && updatedAt >= template.updatedAt,
  );
  if (newer) await ctx.db.patch("contractTemplates", template._id, { isDefault: false });
}

async function countDose(ctx: MutationCtx, dose: Doc<"immunizations">): Promise<void> {
  // A dose that was never settled is counted when it is.
  if (dose.isNewest === undefined) return;
  await adjustDay(ctx, dose.kennelId, "given", dose.dateAdministered, 1);
  await adjustClinic(ctx, dose.kennelId, dose.veterinaryClinic, 1);
  if (dose.dueOn === null) await adjustCounter(ctx, dose.kennelId, "finishedDoses", 1);
  else if (dose.dueOn !== undefined) await adjustDay(ctx, dose.kennelId, "due", dose.dueOn, 1);
}

async function countBooking(ctx: MutationCtx, row: Doc<"scheduledVaccinations">): Promise<void> {
  if (row.status === "scheduled") await adjustDay(ctx, row.kennelId, "booked", row.scheduledDate, 1);
  if (row.status === "completed") await adjustCounter(ctx, row.kennelId, "completedBookings", 1);
}

/**
 * Counts a reminder, and calculates when people are told of it from now on: what has passed is not told again, but one that
 * was here and has fallen due meanwhile still is.
 */
async function countReminder(ctx: MutationCtx, row: Doc<"reminders">): Promise<void> {
  await adjustReminderCount(ctx, row, 1);
  await followReminder(ctx, row.kennelId, null, row);
  const notifyAt = await notifyAtAfter(ctx, row, row.notifyAt);
  if (notifyAt !== row.notifyAt) await ctx.db.patch("reminders", row._id, { notifyAt });
}

async function settlePuppy(ctx: MutationCtx, puppy: Doc<"puppies">): Promise<void> {
  const patient = await patientOf(ctx, { puppyId: puppy._id });
  if (patient?.puppyId) await settleDoses(ctx, patient);
}

/** What is done, in its order: records are brought in line with each other before they are counted. */
const STEPS = [
  comparing("dogs", compareDog),
  comparing("litters", compareLitter),
  comparing("breedings", followLitters),
  comparing("healthRecords", compareHealthRecord),
  comparing("contractTemplates", compareTemplate),
  dogsCounted,
  counting("breedings", async (ctx, row) => await countBreeding(ctx, row.kennelId, null, row)),
  counting("breedingFinances"),
  counting("breedingDocuments"),
  counting("photos"),
  counting("litters", async (ctx, row) => {
    await adjustCounter(ctx, row.kennelId, "litters", 1);
    await countLitter(ctx, row.kennelId, null, row);
  }),
  counting("puppies"),
  counting("healthRecords"),
  counting("healthAttachments"),
  counting("healthTests"),
  counting(
    "veterinaryRecords",
    async (ctx, row) => await adjustClinic(ctx, row.kennelId, row.veterinaryClinic, 1),
  ),
  counting("immunizations", countDose),
  counting("scheduledVaccinations", countBooking),
  counting("reminders", countReminder),
  comparing("dogs", async (ctx, dog) => await settleDoses(ctx, patientOfDog(dog))),
  comparing("puppies", settlePuppy),
];

/** Tables of what is counted; the pedigrees' state goes on, as its number may only rise. */
const CLEARED: readonly KennelTable[] = tablesOfKind("calculated").filter(
  (table) => table !== "pedigreeStates",
);

/** Deletes some of what was counted before; returns whether all of it is gone. */
async function clearSome(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<boolean> {
  for (const table of CLEARED) {
    const found = await rowsOf(ctx, table, kennelId).take(CLEARED_AT_ONCE);
    // The bytes of backups and of deleted files do not change with the records.
    const rows = found.filter((row) => !("kind" in row && "bytes" in row) || isOfRecords(String(row.kind)));
    for (const { _id } of rows) await ctx.db.delete(table, _id);
    if (rows.length > 0) return false;
  }
  await keepCounters(ctx, kennelId, {
    countedDogs: 0,
    litters: 0,
    finishedDoses: 0,
    completedBookings: 0,
    dogsByStatus: noDogs(),
    hasBreedingYears: true,
    hasReminderDays: true,
  });
  const kennel = await ctx.db.get("kennels", kennelId);
  if (kennel) await countRows(ctx, "kennels", [kennel]);
  return true;
}

/** Says whether the records are exactly those of the backup, which then says rightly what follows from them. */
async function isExact(ctx: MutationCtx, { mode, errorCount, backupId }: Doc<"restores">): Promise<boolean> {
  const backup = await ctx.db.get("backups", backupId);
  // A file that was made by hand, without a checksum, may say anything.
  return (
    mode === "exact" && errorCount === 0 && backup?.includesPhotos === true && backup.checksum !== undefined
  );
}

/** Does the next part of the counting; returns whether there is more, or null for a try that was given up on. */
export async function countNext(ctx: MutationCtx, work: Try): Promise<boolean | null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  const { kennelId, _id } = restore;
  const stateSince = Date.now();
  if (restore.step === 0) {
    const step = (await clearSome(ctx, kennelId)) ? 1 : 0;
    await ctx.db.patch("restores", _id, { step, cursor: null, tries: 0, stateSince });
    return true;
  }
  // Each step reads the rows of its own table.
  const step = STEPS[restore.step - 1] as Step | undefined;
  if (!step) return false;
  const isSkipped = step.isComparing && (await isExact(ctx, restore));
  const page = isSkipped
    ? null
    : await rowsOf(ctx, step.table, kennelId).paginate({ numItems: step.size, cursor: restore.cursor });
  if (page) await step.fold(ctx, kennelId, page.page);
  const isOver = page === null || page.isDone;
  await ctx.db.patch("restores", _id, {
    step: isOver ? restore.step + 1 : restore.step,
    cursor: isOver ? null : page.continueCursor,
    tries: 0,
    stateSince,
  });
  return true;
}
