/**
 * The data migrations, in the order in which they were added, and their runner. Each runs once per deployment, in
 * batches that resume where they stopped; a cron starts what has not run yet. How they are run by hand stands in
 * docs/decisions/0008-components.md.
 */
import { Migrations } from "@convex-dev/migrations";
import { components, internal } from "./_generated/api";
import type { DataModel, Doc, Id } from "./_generated/dataModel";
import type { MutationCtx } from "./_generated/server";
import { MAX_BREEDINGS_PER_KENNEL } from "../domain/breedings/rules";
import { MAX_PENDING_REMINDERS } from "../domain/reminders/rules";
import { vaccineKeyOf } from "../domain/vaccinations/vaccines";
import { foldText } from "../domain/text/text";
import { PLACES } from "../domain/contacts/naming";
import { gatherFrom, gatherPerson } from "./contacts/model/gathering";
import { BREEDING_YEARS } from "./breedings/tables/projections";
import { keysOf } from "./dogs/model/dogShape";
import { rowsOf } from "./platform/model/changes/kennelTables";
import { findReminderOf } from "./reminders/model/reminderRows";
import { REMINDER_DAYS } from "./reminders/tables/projections";
import { unrecordedMutation } from "./platform/functions";
import { unchanged } from "./changes/describing";
import { withCounts } from "./changes/recorder";
import { asNew, followCounts, recount, sumChanges } from "./changes/follow";
import { countedOf, findCounters, scanStatuses } from "./platform/model/changes/counters";
import { placing } from "./placements/follows";
import { doses } from "./vaccinations/follows";
import { notifyAtOf } from "./reminders/model/reminderNotices";
import { searchTextOf } from "./health/model/healthSearch";
import { settleOldStudFee } from "./dogs/model/studFees";
import { deleteFile } from "./platform/model/files/storedFiles";
import { packPedigreeOf } from "./pedigree/model/pedigreeWork";
import { photoBytes } from "./history/model/fileSizes";
import { bytesOf } from "./platform/model/files/storedBytes";
import { giveExpiry } from "./kennels/model/invitations";
import { getPedigreeState } from "./dogs/model/pedigreeStates";

const migrations = new Migrations<DataModel>(components.migrations, {
  internalMutation: unrecordedMutation,
  migrationsLocationPrefix: "migrations:",
});

/* Folded keys: when folding changes, stored keys would no longer meet those that searches make. */

/** Returns a dog's keys and its breed's spelling as they are made now, or nothing when they stand so already. */
function refoldDog(dog: Doc<"dogs">): Partial<Doc<"dogs">> | undefined {
  const keys = keysOf(dog);
  const isCurrent = Object.entries(keys).every(([name, key]) => dog[name as keyof typeof keys] === key); // the names are keys' own
  return isCurrent ? undefined : keys;
}

/** Gives a row of a breed list its key as it is made now; two rows that become one breed are added up. */
async function refoldBreed(
  ctx: MutationCtx,
  row: Doc<"kennelBreeds">,
): Promise<Partial<Doc<"kennelBreeds">> | undefined> {
  const breedKey = foldText(row.breed);
  if (breedKey === row.breedKey) return undefined;
  const twin = await ctx.db
    .query("kennelBreeds")
    .withIndex("by_kennel_and_breed", (q) => q.eq("kennelId", row.kennelId).eq("breedKey", breedKey))
    .first();
  if (!twin) return { breedKey };
  await ctx.db.patch("kennelBreeds", twin._id, { dogs: twin.dogs + row.dogs });
  await ctx.db.delete("kennelBreeds", row._id);
  return undefined;
}

/** Gives a clinic its key as it is made now; two rows that become one clinic are added up. */
async function refoldClinic(
  ctx: MutationCtx,
  row: Doc<"kennelClinics">,
): Promise<Partial<Doc<"kennelClinics">> | undefined> {
  const clinicKey = foldText(row.name);
  if (clinicKey === row.clinicKey) return undefined;
  const twin = await ctx.db
    .query("kennelClinics")
    .withIndex("by_kennel_and_clinic", (q) => q.eq("kennelId", row.kennelId).eq("clinicKey", clinicKey))
    .first();
  if (!twin) return { clinicKey };
  await ctx.db.patch("kennelClinics", twin._id, { uses: twin.uses + row.uses });
  await ctx.db.delete("kennelClinics", row._id);
  return undefined;
}

/** Returns the key of a booking's vaccine as it is made now, or nothing when it stands so already. */
function refoldBooking({
  vaccineName,
  vaccineKey,
}: Doc<"scheduledVaccinations">): Pick<Doc<"scheduledVaccinations">, "vaccineKey"> | undefined {
  const key = vaccineKeyOf(vaccineName);
  return key === vaccineKey ? undefined : { vaccineKey: key };
}

/** The source of a dog's planned vaccination: `dog:<dog>:<vaccine>:<weeks or booster>`. */
const PLANNED_DOSE = /^(dog:[^:]+):(.+):([^:]+)$/;

/** Names a planned vaccination by its vaccine's key as it is made now, unless that one has a reminder of its own. */
async function refoldPlannedDose(
  ctx: MutationCtx,
  { kennelId, source = "" }: Doc<"reminders">,
): Promise<Pick<Doc<"reminders">, "source"> | undefined> {
  const [, maker = "", key = "", part = ""] = PLANNED_DOSE.exec(source) ?? [];
  const renamed = `${maker}:${vaccineKeyOf(key)}:${part}`;
  if (maker === "" || renamed === source) return undefined;
  return (await findReminderOf(ctx, kennelId, renamed)) ? undefined : { source: renamed };
}

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

/** Counts the kennel's years from its rows, whatever was counted before. */
async function recountBreedingYears(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const litters = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const rows = [...asNew("breedings", breedings), ...asNew("litters", litters)];
  await recount(ctx, BREEDING_YEARS, kennelId, rows);
}

/** Counts the kennel's days from its rows, whatever was counted before. */
async function recountReminderDays(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const pending = await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) => q.eq("kennelId", kennelId).eq("state", "pending"))
    .take(MAX_PENDING_REMINDERS);
  await recount(ctx, REMINDER_DAYS, kennelId, asNew("reminders", pending));
}

/** Counts the kennel's dogs from its rows where they were not counted, which a migration asks for. */
async function countDogStatuses(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const row = await findCounters(ctx, kennelId);
  // Without a row there never was a dog.
  if (!row || (row.dogsByStatus !== undefined && row.countedDogs !== undefined)) return;
  const dogsByStatus = await scanStatuses(ctx, kennelId);
  await ctx.db.patch("kennelCounters", row._id, { dogsByStatus, countedDogs: countedOf(dogsByStatus) });
}

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

/** How far the earliest time zone is ahead of UTC. */
const LATEST_ZONE_MS = 14 * 3_600_000;

/** Marks a failed breeding whose day of mating had not come when it was last saved, and counts it no more. */
async function settleCalledOff(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<void> {
  const { _id, status, breedingDate, updatedAt } = breeding;
  // A day that has begun nowhere yet when the breeding was saved.
  const lastDay = new Date(updatedAt + LATEST_ZONE_MS).toISOString().slice(0, 10);
  if (status !== "failed" || breeding.isCalledOff !== undefined || breedingDate <= lastDay) return;
  await ctx.db.patch("breedings", _id, { isCalledOff: true });
  const after = { ...breeding, isCalledOff: true };
  await followCounts(ctx, [{ table: "breedings", before: breeding, after }]);
}

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

/** Tables whose rows always said the size of their files. */
const SIZED = ["breedingDocuments", "healthAttachments", "healthTests", "backups"] as const;

/** Counts a kennel's files of which rows always said the size; others are counted as they are measured. */
async function recountStoredBytes(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const kinds = new Map<string, number>();
  for (const table of SIZED) {
    const rows = await rowsOf(ctx, table, kennelId).collect();
    for (const { kept, share, numbers } of sumChanges(asNew(table, rows))) {
      if (kept.table === "storedBytes") kinds.set(share.key?.kind ?? "", numbers.bytes ?? 0);
    }
  }
  for (const kind of ["documents", "attachments", "certificates", "backups"] as const) {
    const bytes = kinds.get(kind) ?? 0;
    const row = await ctx.db
      .query("storedBytes")
      .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId).eq("kind", kind))
      .unique();
    if (row && bytes === 0) await ctx.db.delete("storedBytes", row._id);
    else if (row) await ctx.db.patch("storedBytes", row._id, { bytes });
    else if (bytes > 0) await ctx.db.insert("storedBytes", { kennelId, kind, bytes });
  }
}

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

/** Runs the work of a migration with its counts, and returns what it found. */
async function counted<Found>(ctx: MutationCtx, work: (ctx: MutationCtx) => Promise<Found>): Promise<Found> {
  const found: Found[] = [];
  await withCounts(ctx, async (counting) => void found.push(await work(counting)));
  return found[0] as Found; // the work was done
}

/** Links applicants to contacts, which are made of what was typed; so do the next ones with buyers and owners. */
export const gatherApplicants = migrations.define({
  table: "waitingList",
  batchSize: 50,
  migrateOne: async (ctx, row) => {
    const contactId = await counted(ctx, (counting) => gatherFrom(counting, PLACES.waitingList[0], row));
    return contactId && { contactId };
  },
});
export const gatherBuyers = migrations.define({
  table: "puppies",
  batchSize: 50,
  migrateOne: async (ctx, row) => {
    const buyerId = await counted(ctx, (counting) => gatherFrom(counting, PLACES.puppies[0], row));
    return buyerId && { buyerId };
  },
});
export const gatherOwners = migrations.define({
  table: "dogs",
  batchSize: 50,
  migrateOne: async (ctx, row) => {
    // Of the owners in pedigrees, the kennel deals with those whom it can reach.
    if (row.isExternal && !row.currentOwnerPhone && !row.currentOwnerEmail) return undefined;
    const currentOwnerId = await counted(ctx, (counting) => gatherFrom(counting, PLACES.dogs[2], row));
    return currentOwnerId && { currentOwnerId };
  },
});

/** Makes contacts of the clinics and veterinarians of dogs. The phone number is the clinic's, which they share. */
export const gatherVeterinarians = migrations.define({
  table: "veterinaryRecords",
  batchSize: 50,
  migrateOne: async (ctx, row) => {
    const { kennelId, clinicPhone: phone, clinicAddress: address, licenseNumber } = row;
    await counted(ctx, async (counting) => {
      const clinic = { name: row.veterinaryClinic, phone, address };
      await gatherPerson(counting, kennelId, clinic, "veterinarian");
      const person = { name: row.veterinarianName, address, licenseNumber };
      await gatherPerson(counting, kennelId, person, "veterinarian");
    });
  },
});

/** Makes contacts of the clinics that only doses name. */
export const gatherClinics = migrations.define({
  table: "kennelClinics",
  batchSize: 50,
  migrateOne: async (ctx, { kennelId, name }) => {
    await counted(ctx, (counting) => gatherPerson(counting, kennelId, { name }, "veterinarian"));
  },
});

/** Makes the placements of the sales, reservations and owners that were there before placements. */
const placeRow = async (ctx: MutationCtx, row: Doc<"puppies"> | Doc<"dogs">) =>
  await counted(ctx, async (counting) => await placing.recalculate(counting, row, unchanged));
export const placePuppies = migrations.define({
  table: "puppies",
  batchSize: 50,
  migrateOne: async (ctx, row) => await placeRow(ctx, row),
});
export const placeDogs = migrations.define({
  table: "dogs",
  batchSize: 50,
  migrateOne: async (ctx, row) => await placeRow(ctx, row),
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
  internal.migrations.gatherApplicants,
  internal.migrations.gatherBuyers,
  internal.migrations.gatherOwners,
  internal.migrations.gatherVeterinarians,
  internal.migrations.gatherClinics,
  internal.migrations.placePuppies,
  internal.migrations.placeDogs,
]);
