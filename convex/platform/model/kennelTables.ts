/** The tables whose rows belong to a kennel, and how these rows are read. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Rows deleted in one transaction, well under Convex's limit of 16,000 writes. */
export const PURGE_BATCH = 500;

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
  "pedigreeParts",
]);

/** Says how many rows of a table one transaction may read. */
export const rowsAtOnce = (table: KennelTable): number =>
  LARGE_ROWS.has(table) ? PURGE_BATCH_OF_LARGE_ROWS : PURGE_BATCH;

/** The tables whose rows belong to a kennel and are copied and deleted with it. */
export const kennelTableValidator = v.union(
  v.literal("activities"),
  v.literal("alertDismissals"),
  v.literal("backupFiles"),
  v.literal("backups"),
  v.literal("backupSchedules"),
  v.literal("apiKeys"),
  v.literal("awaitedFiles"),
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
  v.literal("dogViews"),
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
  v.literal("pedigreeParts"),
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
  v.literal("storedBytes"),
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
    case "awaitedFiles":
      return ctx.db.query("awaitedFiles").withIndex("by_kennel_and_until", (q) => q.eq("kennelId", kennelId));
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
    case "dogViews":
      return ctx.db.query("dogViews").withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId));
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
    case "pedigreeParts":
      return ctx.db
        .query("pedigreeParts")
        .withIndex("by_kennel_and_index", (q) => q.eq("kennelId", kennelId));
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
    case "storedBytes":
      return ctx.db.query("storedBytes").withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId));
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
