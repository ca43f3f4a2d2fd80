/**
 * The data migrations in the order in which they were added, and their runner. Each migration runs once per
 * deployment, in batches that resume after an interruption. A cron starts migrations that have not run yet.
 * docs/decisions/0008-components.md explains how to run them by hand.
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
import { twinsOf } from "./contacts/model/contacts";
import { gatherFrom, gatherPerson } from "./contacts/model/gathering";
import { BREEDING_YEARS } from "./breedings/tables/projections";
import { keysOf } from "./dogs/model/dogShape";
import { DOG_VARIANTS } from "./genetics/tables/projections";
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
import { packAgain, packPedigreeOf } from "./pedigree/model/pedigreeWork";
import { photoBytes } from "./history/model/fileSizes";
import { bytesOf } from "./platform/model/files/storedBytes";
import { giveExpiry } from "./kennels/model/invitations";
import { getPedigreeState } from "./dogs/model/pedigreeStates";

const migrations = new Migrations<DataModel>(components.migrations, {
  internalMutation: unrecordedMutation,
  migrationsLocationPrefix: "migrations:",
});

/*
 * If the rules for keys without case and accents change, all stored keys must be created again. Otherwise searches
 * would not find the stored keys.
 */

/** Returns nothing if the row already has the keys and the spelling of the current version. */
function refoldDog(dog: Doc<"dogs">): Partial<Doc<"dogs">> | undefined {
  const keys = keysOf(dog);
  const isCurrent = Object.entries(keys).every(([name, key]) => dog[name as keyof typeof keys] === key); // The names are the names of `keys`.
  return isCurrent ? undefined : keys;
}

/** If two rows become the same breed, their counts are added. */
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

/** If two rows become the same clinic, their counts are added. */
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

/** Returns nothing if the row already has the key of the current version. */
function refoldBooking({
  vaccineName,
  vaccineKey,
}: Doc<"scheduledVaccinations">): Pick<Doc<"scheduledVaccinations">, "vaccineKey"> | undefined {
  const key = vaccineKeyOf(vaccineName);
  return key === vaccineKey ? undefined : { vaccineKey: key };
}

/** The source of a dog's planned vaccination: `dog:<dog>:<vaccine>:<weeks or booster>`. */
const PLANNED_DOSE = /^(dog:[^:]+):(.+):([^:]+)$/;

/** Nothing happens if the new source already has a reminder. */
async function refoldPlannedDose(
  ctx: MutationCtx,
  { kennelId, source = "" }: Doc<"reminders">,
): Promise<Pick<Doc<"reminders">, "source"> | undefined> {
  const [, maker = "", key = "", part = ""] = PLANNED_DOSE.exec(source) ?? [];
  const renamed = `${maker}:${vaccineKeyOf(key)}:${part}`;
  if (maker === "" || renamed === source) return undefined;
  return (await findReminderOf(ctx, kennelId, renamed)) ? undefined : { source: renamed };
}

export const refoldDogs = migrations.define({ table: "dogs", migrateOne: (_ctx, dog) => refoldDog(dog) });

export const refoldBreeds = migrations.define({
  table: "kennelBreeds",
  migrateOne: async (ctx, row) => await refoldBreed(ctx, row),
});

/** The place where the parents live at the time of the migration decides. */
export const settleStudFees = migrations.define({
  table: "breedings",
  migrateOne: async (ctx, breeding) => await settleOldStudFee(ctx, breeding),
});

/** All doses of the dose's patient are settled. */
async function settleDosesOfSame(ctx: MutationCtx, { dogId, puppyId }: Doc<"immunizations">): Promise<void> {
  const owner = dogId ? await ctx.db.get("dogs", dogId) : puppyId && (await ctx.db.get("puppies", puppyId));
  if (owner) await withCounts(ctx, async (counting) => await doses.recalculate(counting, owner, unchanged));
}

/** Calculates the derived fields of older doses, and counts the doses. */
export const settleDoses = migrations.define({
  table: "immunizations",
  migrateOne: async (ctx, dose) => {
    await settleDosesOfSame(ctx, dose);
  },
});

/**
 * All doses of DHPP get the same key, whatever their name is. Scheduled vaccinations and planned reminders are
 * updated too.
 */
export const refoldBookings = migrations.define({
  table: "scheduledVaccinations",
  migrateOne: (_ctx, row) => refoldBooking(row),
});
export const refoldPlannedDoses = migrations.define({
  table: "reminders",
  migrateOne: async (ctx, row) => await refoldPlannedDose(ctx, row),
});

/** Only the vaccine had determined these dates. Dates that a user entered stay unchanged. */
export const settleDueDates = migrations.define({
  table: "immunizations",
  // Settling one dose settles all doses of its patient.
  batchSize: 20,
  migrateOne: async (ctx, { _id }) => {
    const dose = await ctx.db.get("immunizations", _id);
    if (!dose || dose.isDueAutomatic !== undefined) return;
    await settleDosesOfSame(ctx, dose);
  },
});

/** Plans the notices of reminders that are older than notices. */
export const planNotices = migrations.define({
  table: "reminders",
  migrateOne: async (ctx, row) => ({ notifyAt: await notifyAtOf(ctx, row) }),
});

/** Replaces the stored numbers of the years. */
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

/** Replaces the stored numbers of the days. */
async function recountReminderDays(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const pending = await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) => q.eq("kennelId", kennelId).eq("state", "pending"))
    .take(MAX_PENDING_REMINDERS);
  await recount(ctx, REMINDER_DAYS, kennelId, asNew("reminders", pending));
}

/** Nothing happens if these counts already exist. */
async function countDogStatuses(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const row = await findCounters(ctx, kennelId);
  // A kennel without this row never had a dog.
  if (!row || (row.dogsByStatus !== undefined && row.countedDogs !== undefined)) return;
  const dogsByStatus = await scanStatuses(ctx, kennelId);
  await ctx.db.patch("kennelCounters", row._id, { dogsByStatus, countedDogs: countedOf(dogsByStatus) });
}

/** Older kennels lack breedings by year, reminders by the date on which they become overdue, and dogs by status. */
export const recountKennels = migrations.define({
  table: "kennels",
  // All rows of a kennel are counted in one transaction.
  batchSize: 1,
  migrateOne: async (ctx, { _id }) => {
    await recountBreedingYears(ctx, _id);
    await recountReminderDays(ctx, _id);
    await countDogStatuses(ctx, _id);
  },
});

/** Packs the pedigrees of kennels that are older than packed pedigrees. */
export const packPedigrees = migrations.define({
  table: "kennels",
  batchSize: 1,
  migrateOne: async (ctx, { _id }) => {
    const { packed } = await getPedigreeState(ctx, _id);
    if (!packed) await packPedigreeOf(ctx, _id);
  },
});

/** Packed pedigrees contain the coefficients now. */
export const dropCoefficients = migrations.define({
  table: "coefficients",
  // Each row may have up to half a megabyte.
  batchSize: 10,
  migrateOne: async (ctx, { _id }) => await ctx.db.delete("coefficients", _id),
});

/** The runs calculated coefficients that are older than packed pedigrees. */
export const dropCoefficientRuns = migrations.define({
  table: "coefficientRuns",
  migrateOne: async (ctx, run) => {
    for (const file of [run.snapshotId, run.checkpointId]) await deleteFile(ctx, file);
    await ctx.db.delete("coefficientRuns", run._id);
  },
});

/** Gives an expiry to invitations from before invitations had to be accepted. */
export const giveInvitationsTime = migrations.define({
  table: "invitations",
  migrateOne: (_ctx, row) => giveExpiry(row),
});

/** Stores the key of the breed in older dogs. */
export const spellBreeds = migrations.define({ table: "dogs", migrateOne: (_ctx, dog) => refoldDog(dog) });

/** The earliest time zone is ahead of UTC by this time. */
const LATEST_ZONE_MS = 14 * 3_600_000;

/** Marks a failed breeding as canceled if it was last saved before the day of its mating. It then no longer counts. */
async function settleCalledOff(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<void> {
  const { _id, status, breedingDate, updatedAt } = breeding;
  // The last date that had not begun in any time zone when the breeding was saved.
  const lastDay = new Date(updatedAt + LATEST_ZONE_MS).toISOString().slice(0, 10);
  if (status !== "failed" || breeding.isCalledOff !== undefined || breedingDate <= lastDay) return;
  await ctx.db.patch("breedings", _id, { isCalledOff: true });
  const after = { ...breeding, isCalledOff: true };
  await followCounts(ctx, [{ table: "breedings", before: breeding, after }]);
}

export const findCalledOff = migrations.define({
  table: "breedings",
  migrateOne: async (ctx, breeding) => await settleCalledOff(ctx, breeding),
});

/** Stores the size of older photos, and counts the photos. */
export const measurePhotos = migrations.define({
  table: "photos",
  migrateOne: async (ctx, row) => {
    if (row.bytes !== undefined) return;
    const bytes = await photoBytes(ctx, row);
    await followCounts(ctx, [{ table: "photos", before: row, after: { ...row, bytes } }]);
    return { bytes };
  },
});

/** Stores the size of older files of deleted records, and counts the files. */
export const measureKeptFiles = migrations.define({
  table: "keptFiles",
  migrateOne: async (ctx, row) => {
    if (row.bytes !== undefined) return;
    const bytes = await bytesOf(ctx, row.storageId);
    await followCounts(ctx, [{ table: "keptFiles", before: row, after: { ...row, bytes } }]);
    return { bytes };
  },
});

/** The rows of these tables have always stored the size of their files. */
const SIZED = ["breedingDocuments", "healthAttachments", "healthTests", "backups"] as const;

/**
 * Only files whose rows have always stored the size are counted. Other files are counted when they are measured.
 */
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

/** Also counts the files whose size was always stored. */
export const countStoredBytes = migrations.define({
  table: "kennels",
  // All rows of a kennel are counted in one transaction.
  batchSize: 1,
  migrateOne: async (ctx, row) => {
    await recountStoredBytes(ctx, row._id);
    if (!row.logo || row.logo.bytes !== undefined) return;
    const logo = { ...row.logo, bytes: await bytesOf(ctx, row.logo.storageId) };
    await followCounts(ctx, [{ table: "kennels", before: row, after: { ...row, logo } }]);
    return { logo };
  },
});

/** Offspring are now counted when a dog is written. */
export const dropPlannedCounts = migrations.define({
  table: "importSteps",
  // Each row has up to 80 entries.
  batchSize: 20,
  migrateOne: (_ctx, { entries }) => {
    const kept = entries.filter(({ kind }) => kind !== "count");
    return kept.length === entries.length ? undefined : { entries: kept };
  },
});

/** These changes of people were stored before the history existed. */
export const dropEdits = migrations.define({
  table: "edits",
  migrateOne: async (ctx, { _id }) => await ctx.db.delete("edits", _id),
});

/**
 * The mark was for photos that were left at a puppy because its dog had no room. The photos of the puppy's dog now
 * decide whether a photo belongs to the puppy or the dog.
 */
export const dropWaitedMarks = migrations.define({
  table: "photos",
  migrateOne: (_ctx, { hasWaited }) => (hasWaited === undefined ? undefined : { hasWaited: undefined }),
});

/** All kinds of apostrophes, dashes, quotation marks and spaces are now treated as equal. */
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
  // Settling one dose settles all doses of its patient.
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

/** The marks were for kennels whose breedings and reminders had been counted. All kennels are counted now. */
export const dropCountMarks = migrations.define({
  table: "kennelCounters",
  migrateOne: () => ({ hasBreedingYears: undefined, hasReminderDays: undefined }),
});

/** Returns what the work returned. */
async function counted<Found>(ctx: MutationCtx, work: (ctx: MutationCtx) => Promise<Found>): Promise<Found> {
  const found: Found[] = [];
  await withCounts(ctx, async (counting) => void found.push(await work(counting)));
  return found[0] as Found; // The work has run.
}

/** Contacts are created from the entered texts. The next migrations link buyers and owners. */
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
    // Owners of external ancestors become contacts only if contact details are recorded.
    if (row.isExternal && !row.currentOwnerPhone && !row.currentOwnerEmail) return undefined;
    const currentOwnerId = await counted(ctx, (counting) => gatherFrom(counting, PLACES.dogs[2], row));
    return currentOwnerId && { currentOwnerId };
  },
});

/** The phone number belongs to the clinic, so both contacts get it. */
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

/** Only doses mention these clinics. */
export const gatherClinics = migrations.define({
  table: "kennelClinics",
  batchSize: 50,
  migrateOne: async (ctx, { kennelId, name }) => {
    await counted(ctx, (counting) => gatherPerson(counting, kennelId, { name }, "veterinarian"));
  },
});

/** Creates the placements of older sales, reservations and owners. */
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

/** These pedigrees were packed before they contained breeds, sexes and states. */
export const packBreeds = migrations.define({
  table: "pedigreeStates",
  batchSize: 1,
  migrateOne: async (ctx, { kennelId, packed, hiddenImportId }) => {
    // If a pedigree must be packed again, a running import does so when it ends.
    if (packed && packed.breeds === undefined && hiddenImportId === undefined) await packAgain(ctx, kennelId);
  },
});

/** Sets the marks of contacts from before these marks existed. */
export const markAlike = migrations.define({
  table: "contacts",
  batchSize: 50,
  migrateOne: async (ctx, contact) => {
    const [twin] = await twinsOf(ctx, contact);
    return twin ? { isTwin: true as const } : undefined;
  },
});

/** Creates the summaries of genetic results from before these summaries existed. */
async function recountVariants(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const tables = ["genotypes", "healthTests", "geneticFiles"] as const;
  const rows = await Promise.all(
    tables.map(async (table) => asNew(table, await rowsOf(ctx, table, kennelId).collect())),
  );
  await recount(ctx, DOG_VARIANTS, kennelId, rows.flat());
}
export const countVariants = migrations.define({
  table: "kennels",
  // All rows of a kennel are counted in one transaction.
  batchSize: 1,
  migrateOne: async (ctx, { _id }) => await recountVariants(ctx, _id),
});

/** Older entries told a weight or dose that was removed or brought back as a change of its mark. */
const MARKED: ReadonlySet<string> = new Set(["medicationDoses", "puppyWeights"]);
export const tellRemovals = migrations.define({
  table: "changes",
  migrateOne: (_ctx, { table, kind, fields = [] }) => {
    if (kind !== "changed" || !MARKED.has(table)) return undefined;
    const mark = fields.find(({ name }) => name === "removedAt");
    if (!mark) return undefined;
    // A restored record has no fields in its entry.
    return mark.after === undefined
      ? { kind: "restored" as const, fields: undefined, savedAt: undefined }
      : { kind: "deleted" as const };
  },
});

/** `fn` names the migration. With `reset`, runs it again from the start. */
export const run = migrations.runner();

/** Runs the migrations that have not run yet, one after another. */
export const runAll = migrations.runner([
  internal.migrations.refoldDogs,
  internal.migrations.refoldBreeds,
  internal.migrations.settleStudFees,
  // Must run before the doses are settled, because settling closes the reminders of vaccines without a dose.
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
  // Must run before the doses are settled, for the same reason.
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
  internal.migrations.packBreeds,
  internal.migrations.markAlike,
  internal.migrations.countVariants,
  internal.migrations.tellRemovals,
]);
