/**
 * The data migrations, in the order in which they were added, and their runner. Each runs once per deployment, in
 * batches that resume where they stopped; a cron starts what has not run yet. How they are run by hand stands in
 * docs/decisions/0008-components.md.
 */
import { Migrations } from "@convex-dev/migrations";
import { components, internal } from "./_generated/api";
import type { DataModel, Doc } from "./_generated/dataModel";
import type { MutationCtx } from "./_generated/server";
import { unrecordedMutation } from "./platform/functions";
import { recountBreedingYears, settleCalledOff } from "./breedings/model/breedingYears";
import { unchanged } from "./changes/describing";
import { withCounts } from "./changes/recorder";
import { followCounts } from "./changes/follow";
import { countDogStatuses } from "./platform/model/changes/counters";
import { doses } from "./vaccinations/follows";
import { recountReminderDays } from "./reminders/model/reminderCounts";
import { notifyAtOf } from "./reminders/model/reminderNotices";
import { searchTextOf } from "./health/model/healthSearch";
import {
  refoldBooking,
  refoldBreed,
  refoldClinic,
  refoldDog,
  refoldPlannedDose,
} from "./dogs/model/refolding";
import { settleOldStudFee } from "./dogs/model/studFees";
import { deleteFile } from "./platform/model/files/storedFiles";
import { packPedigreeOf } from "./pedigree/model/pedigreeWork";
import { photoBytes, recountStoredBytes } from "./history/model/fileSizes";
import { bytesOf } from "./platform/model/files/storedBytes";
import { giveExpiry } from "./kennels/model/invitations";
import { getPedigreeState } from "./dogs/model/pedigreeStates";

const migrations = new Migrations<DataModel>(components.migrations, {
  internalMutation: unrecordedMutation,
  migrationsLocationPrefix: "migrations:",
});

/** Brings the keys by which dogs are sorted and found in line with how text is folded now. */
export const refoldDogs = migrations.define({ table: "dogs", migrateOne: (_ctx, dog) => refoldDog(dog) });

/** Does the same for the breed lists. */
export const refoldBreeds = migrations.define({
  table: "kennelBreeds",
  migrateOne: async (ctx, row) => await refoldBreed(ctx, row),
});

/** Keeps of breedings which way their stud fee goes, by where the parents live at the time of the migration. */
export const settleStudFees = migrations.define({
  table: "breedings",
  migrateOne: async (ctx, breeding) => await settleOldStudFee(ctx, breeding),
});

/** Settles the doses of the patient of one. */
async function settleDosesOfSame(ctx: MutationCtx, { dogId, puppyId }: Doc<"immunizations">): Promise<void> {
  const owner = dogId ? await ctx.db.get("dogs", dogId) : puppyId && (await ctx.db.get("puppies", puppyId));
  if (owner) await withCounts(ctx, async (counting) => await doses.recalculate(counting, owner, unchanged));
}

/** Says of the doses recorded before that was kept which are the newest and what is due, and counts them. */
export const settleDoses = migrations.define({
  table: "immunizations",
  migrateOne: async (ctx, dose) => {
    await settleDosesOfSame(ctx, dose);
  },
});

/** Tells doses of DHPP by one key under all its common names, where bookings and planned reminders keep the key. */
export const refoldBookings = migrations.define({
  table: "scheduledVaccinations",
  migrateOne: (_ctx, row) => refoldBooking(row),
});
export const refoldPlannedDoses = migrations.define({
  table: "reminders",
  migrateOne: async (ctx, row) => await refoldPlannedDose(ctx, row),
});

/** Calculates next due dates by age, where they were calculated by the vaccine alone; typed ones stay. */
export const settleDueDates = migrations.define({
  table: "immunizations",
  // Settling one dose settles all of its patient.
  batchSize: 20,
  migrateOne: async (ctx, { _id }) => {
    const dose = await ctx.db.get("immunizations", _id);
    if (!dose || dose.isDueAutomatic !== undefined) return;
    await settleDosesOfSame(ctx, dose);
  },
});

/** Calculates when people are told of the reminders that were there before anybody was. */
export const planNotices = migrations.define({
  table: "reminders",
  migrateOne: async (ctx, row) => ({ notifyAt: await notifyAtOf(ctx, row) }),
});

/** Counts what came after the kennels: breedings by year, reminders by the day of being overdue, dogs by status. */
export const recountKennels = migrations.define({
  table: "kennels",
  // Each kennel is counted from its rows.
  batchSize: 1,
  migrateOne: async (ctx, { _id }) => {
    await recountBreedingYears(ctx, _id);
    await recountReminderDays(ctx, _id);
    await countDogStatuses(ctx, _id);
  },
});

/** Has the pedigrees packed of the kennels that were there before pedigrees were. */
export const packPedigrees = migrations.define({
  table: "kennels",
  batchSize: 1,
  migrateOne: async (ctx, { _id }) => {
    const { packed } = await getPedigreeState(ctx, _id);
    if (!packed) await packPedigreeOf(ctx, _id);
  },
});

/** Deletes the coefficients that were kept before the packed pedigrees had them. */
export const dropCoefficients = migrations.define({
  table: "coefficients",
  // Rows of up to half a megabyte.
  batchSize: 10,
  migrateOne: async (ctx, { _id }) => await ctx.db.delete("coefficients", _id),
});

/** Does the same for the runs that calculated them. */
export const dropCoefficientRuns = migrations.define({
  table: "coefficientRuns",
  migrateOne: async (ctx, run) => {
    for (const file of [run.snapshotId, run.checkpointId]) await deleteFile(ctx, file);
    await ctx.db.delete("coefficientRuns", run._id);
  },
});

/** Lets the invitations that were made when they took effect by themselves be accepted. */
export const giveInvitationsTime = migrations.define({
  table: "invitations",
  migrateOne: (_ctx, row) => giveExpiry(row),
});

/** Spells the breeds of the dogs that were there before one spelling was stored. */
export const spellBreeds = migrations.define({ table: "dogs", migrateOne: (_ctx, dog) => refoldDog(dog) });

/**
 * Says of the failed breedings that were there before it was kept which were called off as plans: those that failed
 * before their day of mating came.
 */
export const findCalledOff = migrations.define({
  table: "breedings",
  migrateOne: async (ctx, breeding) => await settleCalledOff(ctx, breeding),
});

/** Measures the photos that were there before bytes were counted, and counts them. */
export const measurePhotos = migrations.define({
  table: "photos",
  migrateOne: async (ctx, row) => {
    if (row.bytes !== undefined) return;
    const bytes = await photoBytes(ctx, row);
    await followCounts(ctx, [{ table: "photos", before: row, after: { ...row, bytes } }]);
    return { bytes };
  },
});

/** Does the same for the files of deleted records. */
export const measureKeptFiles = migrations.define({
  table: "keptFiles",
  migrateOne: async (ctx, row) => {
    if (row.bytes !== undefined) return;
    const bytes = await bytesOf(ctx, row.storageId);
    await followCounts(ctx, [{ table: "keptFiles", before: row, after: { ...row, bytes } }]);
    return { bytes };
  },
});

/** Does the same for logos, and counts the files whose size was always kept. */
export const countStoredBytes = migrations.define({
  table: "kennels",
  // Each kennel is counted from its rows.
  batchSize: 1,
  migrateOne: async (ctx, row) => {
    await recountStoredBytes(ctx, row._id);
    if (!row.logo || row.logo.bytes !== undefined) return;
    const logo = { ...row.logo, bytes: await bytesOf(ctx, row.logo.storageId) };
    await followCounts(ctx, [{ table: "kennels", before: row, after: { ...row, logo } }]);
    return { logo };
  },
});

/** Takes the counts out of the plans of imports that were made before offspring were counted as they are written. */
export const dropPlannedCounts = migrations.define({
  table: "importSteps",
  // Each has up to 80 entries.
  batchSize: 20,
  migrateOne: (_ctx, { entries }) => {
    const kept = entries.filter(({ kind }) => kind !== "count");
    return kept.length === entries.length ? undefined : { entries: kept };
  },
});

/** Deletes what was kept of people's changes before the history told of them. */
export const dropEdits = migrations.define({
  table: "edits",
  migrateOne: async (ctx, { _id }) => await ctx.db.delete("edits", _id),
});

/** Takes off the mark of photos that had waited at a puppy; where a photo belongs is told by its dog's photos alone. */
export const dropWaitedMarks = migrations.define({
  table: "photos",
  migrateOne: (_ctx, { hasWaited }) => (hasWaited === undefined ? undefined : { hasWaited: undefined }),
});

/** Folds the kinds of apostrophes, dashes, quotation marks and spaces in the keys and texts by which all is found. */
export const foldSignsOfDogs = migrations.define({
  table: "dogs",
  migrateOne: (_ctx, dog) => refoldDog(dog),
});
export const foldSignsOfBreeds = migrations.define({
  table: "kennelBreeds",
  migrateOne: async (ctx, row) => await refoldBreed(ctx, row),
});
export const foldSignsOfClinics = migrations.define({
  table: "kennelClinics",
  migrateOne: async (ctx, row) => await refoldClinic(ctx, row),
});
export const foldSignsOfBookings = migrations.define({
  table: "scheduledVaccinations",
  migrateOne: (_ctx, row) => refoldBooking(row),
});
export const foldSignsOfPlannedDoses = migrations.define({
  table: "reminders",
  migrateOne: async (ctx, row) => await refoldPlannedDose(ctx, row),
});
export const foldSignsOfDoses = migrations.define({
  table: "immunizations",
  // Settling one dose settles all of its patient.
  batchSize: 20,
  migrateOne: async (ctx, dose) => {
    await settleDosesOfSame(ctx, dose);
  },
});
export const foldSignsOfHealthRecords = migrations.define({
  table: "healthRecords",
  migrateOne: async (ctx, row) => {
    const dog = await ctx.db.get("dogs", row.dogId);
    const searchText = dog ? searchTextOf(row, dog) : row.searchText;
    return searchText === row.searchText ? undefined : { searchText };
  },
});

/** Takes off the marks of kennels whose breedings and reminders were counted, before all of them were. */
export const dropCountMarks = migrations.define({
  table: "kennelCounters",
  migrateOne: () => ({ hasBreedingYears: undefined, hasReminderDays: undefined }),
});

/** Runs one migration, named in `fn`; `reset` runs it again from the start. */
export const run = migrations.runner();

/** Runs those that have not run yet, one after the other. */
export const runAll = migrations.runner([
  internal.migrations.refoldDogs,
  internal.migrations.refoldBreeds,
  internal.migrations.settleStudFees,
  // Before doses are settled, which closes reminders of vaccines that no dose has.
  internal.migrations.refoldBookings,
  internal.migrations.refoldPlannedDoses,
  internal.migrations.settleDoses,
  internal.migrations.planNotices,
  internal.migrations.recountKennels,
  internal.migrations.settleDueDates,
  internal.migrations.packPedigrees,
  internal.migrations.dropCoefficients,
  internal.migrations.dropCoefficientRuns,
  internal.migrations.giveInvitationsTime,
  internal.migrations.spellBreeds,
  internal.migrations.findCalledOff,
  internal.migrations.measurePhotos,
  internal.migrations.measureKeptFiles,
  internal.migrations.countStoredBytes,
  internal.migrations.dropPlannedCounts,
  internal.migrations.dropEdits,
  internal.migrations.dropWaitedMarks,
  internal.migrations.foldSignsOfDogs,
  internal.migrations.foldSignsOfBreeds,
  internal.migrations.foldSignsOfClinics,
  // Before the doses, as above.
  internal.migrations.foldSignsOfBookings,
  internal.migrations.foldSignsOfPlannedDoses,
  internal.migrations.foldSignsOfDoses,
  internal.migrations.foldSignsOfHealthRecords,
  internal.migrations.dropCountMarks,
]);
