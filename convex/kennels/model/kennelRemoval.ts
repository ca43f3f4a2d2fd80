/**
 * Deleting a kennel. It is gone for everybody in the transaction that asks for it; afterwards a copy of all its
 * rows is saved to file storage for its former owner, the rows are deleted in batches, and the copy expires with the
 * photos that are kept beside it.
 * Work that a crash cut off is found by its state and taken up again. Source: decision GAP-KEN-06.
 */
import { v, type Infer } from "convex/values";
import { MAX_PEOPLE_PER_KENNEL } from "../../../domain/constants/kennels";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteRecords } from "../../backups/model/backups";
import { deleteRunFiles } from "../../pedigree/model/coefficientRuns";
import { deleteExportFile } from "../../platform/model/exportJobs";
import { dropHold, releaseFile } from "../../platform/model/heldFiles";
import { findKennelDeletion } from "./kennelDeletionDates";
import { requireKennel } from "./kennels";
import {
  dropKeptPhotos,
  hasKeptPhotos,
  keepAttachment,
  keepCertificate,
  keepDocument,
  keepLogo,
  keepPhoto,
} from "./keptPhotos";

const STUCK_AFTER_MS = 600_000;

/** Rows deleted in one transaction, well under Convex's limit of 16,000 writes. */
const PURGE_BATCH = 500;

/** The same for tables with rows of up to half a megabyte, under the limit of 16 MiB read. */
const PURGE_BATCH_OF_LARGE_ROWS = 20;

const LARGE_ROWS: ReadonlySet<KennelTable> = new Set([
  "backupFiles",
  "cascades",
  "coefficients",
  "deletions",
  "importProblems",
  "importRows",
  "importSteps",
]);

/** Says how many rows of a table one transaction may read. */
export const rowsAtOnce = (table: KennelTable): number =>
  LARGE_ROWS.has(table) ? PURGE_BATCH_OF_LARGE_ROWS : PURGE_BATCH;

/** Removals taken up by one run of the nightly work. */
const RESUME_BATCH = 50;

/** Copies expired in one transaction, each with up to PURGE_BATCH photos. */
const EXPIRE_BATCH = 5;

/** The tables whose rows belong to a kennel and are copied and deleted with it. */
export const kennelTableValidator = v.union(
  v.literal("activities"),
  v.literal("alertDismissals"),
  v.literal("backupFiles"),
  v.literal("backups"),
  v.literal("backupSchedules"),
  v.literal("apiKeys"),
  v.literal("breedingCounts"),
  v.literal("breedingDocuments"),
  v.literal("breedingFinances"),
  v.literal("breedings"),
  v.literal("calendarFeeds"),
  v.literal("breedingYears"),
  v.literal("cascades"),
  v.literal("changes"),
  v.literal("coefficientRuns"),
  v.literal("coefficients"),
  v.literal("connections"),
  v.literal("contractTemplates"),
  v.literal("dataExports"),
  v.literal("deletions"),
  v.literal("deliveries"),
  v.literal("dogWeights"),
  v.literal("dogs"),
  v.literal("edits"),
  v.literal("financeYears"),
  v.literal("formerIds"),
  v.literal("healthAttachments"),
  v.literal("healthExports"),
  v.literal("healthMonths"),
  v.literal("healthRecords"),
  v.literal("healthTests"),
  v.literal("heats"),
  v.literal("immunizations"),
  v.literal("importProblems"),
  v.literal("importRows"),
  v.literal("importRuns"),
  v.literal("importSteps"),
  v.literal("kennelBreeds"),
  v.literal("kennelClinics"),
  v.literal("kennelCounters"),
  v.literal("kennelSettings"),
  v.literal("keptFiles"),
  v.literal("litters"),
  v.literal("medicationCourses"),
  v.literal("medicationDoses"),
  v.literal("pedigreeStates"),
  v.literal("photos"),
  v.literal("progesteroneReadings"),
  v.literal("puppies"),
  v.literal("puppyCounts"),
  v.literal("puppyHealthChecks"),
  v.literal("puppyWeights"),
  v.literal("reminderCounts"),
  v.literal("reminderDays"),
  v.literal("reminders"),
  v.literal("reminderSeries"),
  v.literal("reminderTemplates"),
  v.literal("restores"),
  v.literal("scheduledVaccinations"),
  v.literal("vaccinationMonths"),
  v.literal("veterinaryRecords"),
  v.literal("waitingList"),
);
export type KennelTable = Infer<typeof kennelTableValidator>;
export const KENNEL_TABLES = kennelTableValidator.members.map((member) => member.value);

/** Makes a query over the kennel's rows of one table. */
export function rowsOf(ctx: QueryCtx, table: KennelTable, kennelId: Id<"kennels">) {
  switch (table) {
    case "activities":
      return ctx.db
        .query("activities")
        .withIndex("by_kennel_and_timestamp", (q) => q.eq("kennelId", kennelId));
    case "alertDismissals":
      return ctx.db
        .query("alertDismissals")
        .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId));
    case "backupFiles":
      return ctx.db.query("backupFiles").withIndex("by_kennel_and_backup", (q) => q.eq("kennelId", kennelId));
    case "backups":
      return ctx.db.query("backups").withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId));
    case "backupSchedules":
      return ctx.db.query("backupSchedules").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
    case "formerIds":
      return ctx.db.query("formerIds").withIndex("by_kennel_and_former", (q) => q.eq("kennelId", kennelId));
    case "restores":
      return ctx.db.query("restores").withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId));
    case "apiKeys":
      return ctx.db.query("apiKeys").withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId));
    case "breedingYears":
      return ctx.db.query("breedingYears").withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId));
    case "reminderDays":
      return ctx.db
        .query("reminderDays")
        .withIndex("by_kennel_and_overdue_from", (q) => q.eq("kennelId", kennelId));
    case "breedingCounts":
      return ctx.db
        .query("breedingCounts")
        .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId));
    case "breedingDocuments":
      return ctx.db
        .query("breedingDocuments")
        .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId));
    case "breedingFinances":
      return ctx.db
        .query("breedingFinances")
        .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId));
    case "financeYears":
      return ctx.db.query("financeYears").withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId));
    case "breedings":
      return ctx.db.query("breedings").withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId));
    case "calendarFeeds":
      return ctx.db
        .query("calendarFeeds")
        .withIndex("by_kennel_and_user_and_dog", (q) => q.eq("kennelId", kennelId));
    case "cascades":
      return ctx.db.query("cascades").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
    case "changes":
      return ctx.db.query("changes").withIndex("by_kennel_and_at", (q) => q.eq("kennelId", kennelId));
    case "coefficientRuns":
      return ctx.db
        .query("coefficientRuns")
        .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId));
    case "coefficients":
      return ctx.db
        .query("coefficients")
        .withIndex("by_kennel_and_run_and_dog", (q) => q.eq("kennelId", kennelId));
    case "kennelSettings":
      return ctx.db.query("kennelSettings").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
    case "connections":
      return ctx.db.query("connections").withIndex("by_kennel_and_type", (q) => q.eq("kennelId", kennelId));
    case "contractTemplates":
      return ctx.db
        .query("contractTemplates")
        .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId));
    case "importProblems":
      return ctx.db.query("importProblems").withIndex("by_kennel_and_run", (q) => q.eq("kennelId", kennelId));
    case "importRows":
      return ctx.db.query("importRows").withIndex("by_kennel_and_run", (q) => q.eq("kennelId", kennelId));
    case "importRuns":
      return ctx.db
        .query("importRuns")
        .withIndex("by_kennel_and_kind_and_started", (q) => q.eq("kennelId", kennelId));
    case "importSteps":
      return ctx.db.query("importSteps").withIndex("by_kennel_and_run", (q) => q.eq("kennelId", kennelId));
    case "dataExports":
      return ctx.db
        .query("dataExports")
        .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId));
    case "deletions":
      return ctx.db
        .query("deletions")
        .withIndex("by_kennel_and_operation_and_rest", (q) => q.eq("kennelId", kennelId));
    case "deliveries":
      return ctx.db.query("deliveries").withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId));
    case "dogWeights":
      return ctx.db
        .query("dogWeights")
        .withIndex("by_kennel_and_dog_and_weighed", (q) => q.eq("kennelId", kennelId));
    case "dogs":
      return ctx.db
        .query("dogs")
        .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId));
    case "edits":
      return ctx.db
        .query("edits")
        .withIndex("by_kennel_and_record_and_saved", (q) => q.eq("kennelId", kennelId));
    case "healthAttachments":
      return ctx.db
        .query("healthAttachments")
        .withIndex("by_kennel_and_record", (q) => q.eq("kennelId", kennelId));
    case "healthExports":
      return ctx.db
        .query("healthExports")
        .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId));
    case "healthMonths":
      return ctx.db.query("healthMonths").withIndex("by_kennel_and_month", (q) => q.eq("kennelId", kennelId));
    case "healthRecords":
      return ctx.db.query("healthRecords").withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId));
    case "healthTests":
      return ctx.db
        .query("healthTests")
        .withIndex("by_kennel_and_dog_and_tested", (q) => q.eq("kennelId", kennelId));
    case "heats":
      return ctx.db.query("heats").withIndex("by_kennel_and_start", (q) => q.eq("kennelId", kennelId));
    case "immunizations":
      return ctx.db.query("immunizations").withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId));
    case "kennelBreeds":
      return ctx.db.query("kennelBreeds").withIndex("by_kennel_and_breed", (q) => q.eq("kennelId", kennelId));
    case "kennelClinics":
      return ctx.db
        .query("kennelClinics")
        .withIndex("by_kennel_and_clinic", (q) => q.eq("kennelId", kennelId));
    case "kennelCounters":
      return ctx.db.query("kennelCounters").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
    case "keptFiles":
      return ctx.db.query("keptFiles").withIndex("by_kennel_and_storage", (q) => q.eq("kennelId", kennelId));
    case "litters":
      return ctx.db
        .query("litters")
        .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId));
    case "medicationCourses":
      return ctx.db
        .query("medicationCourses")
        .withIndex("by_kennel_and_last", (q) => q.eq("kennelId", kennelId));
    case "medicationDoses":
      return ctx.db
        .query("medicationDoses")
        .withIndex("by_kennel_and_course_and_day", (q) => q.eq("kennelId", kennelId));
    case "pedigreeStates":
      return ctx.db.query("pedigreeStates").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
    case "photos":
      return ctx.db.query("photos").withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId));
    case "progesteroneReadings":
      return ctx.db
        .query("progesteroneReadings")
        .withIndex("by_kennel_and_dog_and_taken", (q) => q.eq("kennelId", kennelId));
    case "puppies":
      return ctx.db.query("puppies").withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId));
    case "puppyCounts":
      return ctx.db.query("puppyCounts").withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId));
    case "puppyHealthChecks":
      return ctx.db
        .query("puppyHealthChecks")
        .withIndex("by_kennel_and_puppy_and_date", (q) => q.eq("kennelId", kennelId));
    case "puppyWeights":
      return ctx.db
        .query("puppyWeights")
        .withIndex("by_kennel_and_litter_and_weighed", (q) => q.eq("kennelId", kennelId));
    case "reminderCounts":
      return ctx.db
        .query("reminderCounts")
        .withIndex("by_kennel_and_state_and_type", (q) => q.eq("kennelId", kennelId));
    case "reminders":
      return ctx.db
        .query("reminders")
        .withIndex("by_kennel_and_state_and_due", (q) => q.eq("kennelId", kennelId));
    case "reminderSeries":
      return ctx.db.query("reminderSeries").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
    case "reminderTemplates":
      return ctx.db
        .query("reminderTemplates")
        .withIndex("by_kennel_and_type", (q) => q.eq("kennelId", kennelId));
    case "scheduledVaccinations":
      return ctx.db
        .query("scheduledVaccinations")
        .withIndex("by_kennel_and_status_and_date", (q) => q.eq("kennelId", kennelId));
    case "vaccinationMonths":
      return ctx.db
        .query("vaccinationMonths")
        .withIndex("by_kennel_and_month", (q) => q.eq("kennelId", kennelId));
    case "veterinaryRecords":
      return ctx.db
        .query("veterinaryRecords")
        .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId));
    case "waitingList":
      return ctx.db
        .query("waitingList")
        .withIndex("by_kennel_and_active_and_rank", (q) => q.eq("kennelId", kennelId));
    default:
      return table satisfies never;
  }
}

/** A kept copy of a deleted kennel. */
export const removalBackupShape = v.object({
  _id: v.id("kennelRemovals"),
  kennelName: v.string(),
  removedAt: v.number(),
  expiresAt: v.number(),
  /** Null while the copy is still being written. */
  url: v.union(v.string(), v.null()),
  /** Whether photos are kept beside the copy. */
  hasPhotos: v.boolean(),
});

/** Lists the copies kept for a former owner, the newest first. */
export async function listBackups(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Infer<typeof removalBackupShape>[]> {
  const removals = await ctx.db
    .query("kennelRemovals")
    .withIndex("by_former_owner", (q) => q.eq("formerOwnerId", userId))
    .order("desc")
    .take(MAX_PEOPLE_PER_KENNEL);
  return await Promise.all(
    removals.map(async ({ _id, _creationTime, kennelName, expiresAt, storageId }) => ({
      _id,
      kennelName,
      removedAt: _creationTime,
      expiresAt,
      url: storageId === undefined ? null : await ctx.storage.getUrl(storageId),
      hasPhotos: await hasKeptPhotos(ctx, _id),
    })),
  );
}

/** Takes the whole team out at once, so that the kennel is gone for everybody. */
async function disband(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  for (const { _id } of memberships) await ctx.db.delete("memberships", _id);
  const invitations = await ctx.db
    .query("invitations")
    .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  for (const { _id } of invitations) await ctx.db.delete("invitations", _id);
  const deletion = await findKennelDeletion(ctx, kennelId);
  if (deletion) await ctx.db.delete("kennelDeletions", deletion._id);
}

/** The expiry of what is not kept at all. */
export const NEVER_KEPT = 0;

/** Deletes a kennel for everybody without a copy, its files too: what its owner wants gone is not kept. */
export async function eraseKennel(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  ownerId: Id<"users">,
): Promise<void> {
  const kennel = await requireKennel(ctx, kennelId);
  await disband(ctx, kennelId);
  const now = Date.now();
  const removalId = await ctx.db.insert("kennelRemovals", {
    kennelId,
    kennelName: kennel.name,
    formerOwnerId: ownerId,
    team: [],
    state: "purging",
    stateSince: now,
    expiresAt: NEVER_KEPT,
  });
  await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
}

/** Records where the copy is and starts deleting; a second copy of the same kennel is thrown away. */
export async function acceptCopy(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  storageId: Id<"_storage">,
): Promise<null> {
  const removal = await ctx.db.get("kennelRemovals", removalId);
  if (removal?.state !== "saving") {
    await ctx.storage.delete(storageId);
    return null;
  }
  await ctx.db.patch("kennelRemovals", removalId, { storageId, state: "purging", stateSince: Date.now() });
  await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
  return null;
}

/** Deletes one batch of the kennel's rows; answers whether any was left to delete. */
async function purgeBatch(
  ctx: MutationCtx,
  { _id: removalId, kennelId }: Doc<"kennelRemovals">,
): Promise<boolean> {
  for (const table of KENNEL_TABLES) {
    const rows = await rowsOf(ctx, table, kennelId).take(rowsAtOnce(table));
    for (const row of rows) {
      if ("files" in row) await keepPhoto(ctx, removalId, row);
      if ("documentType" in row) await keepDocument(ctx, removalId, row);
      if ("mimeType" in row) await keepAttachment(ctx, removalId, row);
      if ("testedOn" in row) await keepCertificate(ctx, removalId, row);
      if ("filters" in row || ("expiresAt" in row && "fileName" in row)) await deleteExportFile(ctx, row);
      if ("checkpointAt" in row) await deleteRunFiles(ctx, row);
      if ("recordsBytes" in row) await deleteRecords(ctx, row);
      if ("keptSince" in row) await releaseFile(ctx, row.storageId);
      if ("sha256" in row) await dropHold(ctx, row);
      else await ctx.db.delete(table, row._id);
    }
    if (rows.length > 0) return true;
  }
  return false;
}

/** Deletes the next batch of a deleted kennel's rows, and the kennel itself after the last. */
export async function purgeKennel(ctx: MutationCtx, removalId: Id<"kennelRemovals">): Promise<null> {
  const removal = await ctx.db.get("kennelRemovals", removalId);
  if (removal?.state !== "purging") return null;
  const now = Date.now();
  if (await purgeBatch(ctx, removal)) {
    await ctx.db.patch("kennelRemovals", removalId, { stateSince: now });
    await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
    return null;
  }
  const kennel = await ctx.db.get("kennels", removal.kennelId);
  if (kennel?.logo) await keepLogo(ctx, removalId, kennel.logo);
  if (kennel) await ctx.db.delete("kennels", kennel._id);
  await ctx.db.patch("kennelRemovals", removalId, { state: "kept", stateSince: now });
  if (removal.expiresAt === NEVER_KEPT)
    await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.resume, {});
  return null;
}

async function findStuck(
  ctx: QueryCtx,
  state: "saving" | "purging",
  before: number,
): Promise<Doc<"kennelRemovals">[]> {
  return await ctx.db
    .query("kennelRemovals")
    .withIndex("by_state_and_since", (q) => q.eq("state", state).lt("stateSince", before))
    .take(RESUME_BATCH);
}

/** Deletes the copies whose time is over, with their photos; what is left of a large one goes in the next run. */
async function expireCopies(ctx: MutationCtx, now: number): Promise<void> {
  const expired = await ctx.db
    .query("kennelRemovals")
    .withIndex("by_state_and_expiry", (q) => q.eq("state", "kept").lt("expiresAt", now))
    .take(EXPIRE_BATCH);
  let isAllGone = expired.length < EXPIRE_BATCH;
  for (const { _id, storageId } of expired) {
    if (!(await dropKeptPhotos(ctx, _id, PURGE_BATCH))) {
      isAllGone = false;
      continue;
    }
    if (storageId !== undefined) await ctx.storage.delete(storageId);
    await ctx.db.delete("kennelRemovals", _id);
  }
  if (!isAllGone) await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.resume, {});
}

/** Takes up what a crash cut off and deletes expired copies. */
export async function resumeRemovals(ctx: MutationCtx): Promise<null> {
  const now = Date.now();
  for (const { _id } of await findStuck(ctx, "saving", now - STUCK_AFTER_MS)) {
    await ctx.db.patch("kennelRemovals", _id, { stateSince: now });
    await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.saveCopy, { removalId: _id });
  }
  for (const { _id } of await findStuck(ctx, "purging", now - STUCK_AFTER_MS)) {
    await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId: _id });
  }
  await expireCopies(ctx, now);
  return null;
}
