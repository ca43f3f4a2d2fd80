/** Assembles the tables; each describes itself in tables/. */
import { defineSchema } from "convex/server";
import { accountDeletions } from "./tables/accountDeletions";
import { activities } from "./tables/activities";
import { accountMails } from "./tables/accountMails";
import { alertDismissals } from "./tables/alertDismissals";
import { backupFiles } from "./tables/backupFiles";
import { backups } from "./tables/backups";
import { backupSchedules } from "./tables/backupSchedules";
import { formerIds } from "./tables/formerIds";
import { restores } from "./tables/restores";
import { apiKeys } from "./tables/apiKeys";
import { billingAccounts } from "./tables/billingAccounts";
import { breedingCounts } from "./tables/breedingCounts";
import { breedingDocuments } from "./tables/breedingDocuments";
import { breedingFinances } from "./tables/breedingFinances";
import { breedings } from "./tables/breedings";
import { calendarFeeds } from "./tables/calendarFeeds";
import { breedingYears } from "./tables/breedingYears";
import { cascades } from "./tables/cascades";
import { changes } from "./tables/changes";
import { coefficientRuns } from "./tables/coefficientRuns";
import { coefficients } from "./tables/coefficients";
import { connections } from "./tables/connections";
import { contractTemplates } from "./tables/contractTemplates";
import { dashboardPreferences } from "./tables/dashboardPreferences";
import { dataExports } from "./tables/dataExports";
import { deletions } from "./tables/deletions";
import { deliveries } from "./tables/deliveries";
import { dogWeights } from "./tables/dogWeights";
import { dogs } from "./tables/dogs";
import { edits } from "./tables/edits";
import { financeYears } from "./tables/financeYears";
import { fileSweeps } from "./tables/fileSweeps";
import { healthAttachments } from "./tables/healthAttachments";
import { healthExports } from "./tables/healthExports";
import { healthMonths } from "./tables/healthMonths";
import { healthRecords } from "./tables/healthRecords";
import { healthTests } from "./tables/healthTests";
import { heats } from "./tables/heats";
import { immunizations } from "./tables/immunizations";
import { importProblems } from "./tables/importProblems";
import { importRows } from "./tables/importRows";
import { importRuns } from "./tables/importRuns";
import { importSteps } from "./tables/importSteps";
import { invitations } from "./tables/invitations";
import { kennelBreeds } from "./tables/kennelBreeds";
import { kennelClinics } from "./tables/kennelClinics";
import { kennelCounters } from "./tables/kennelCounters";
import { kennelSettings } from "./tables/kennelSettings";
import { kennelDeletions } from "./tables/kennelDeletions";
import { kennelRemovals } from "./tables/kennelRemovals";
import { kennels } from "./tables/kennels";
import { keptFiles } from "./tables/keptFiles";
import { keptPhotos } from "./tables/keptPhotos";
import { litters } from "./tables/litters";
import { medicationCourses } from "./tables/medicationCourses";
import { medicationDoses } from "./tables/medicationDoses";
import { memberships } from "./tables/memberships";
import { pedigreeStates } from "./tables/pedigreeStates";
import { photoKeys } from "./tables/photoKeys";
import { photos } from "./tables/photos";
import { progesteroneReadings } from "./tables/progesteroneReadings";
import { puppies } from "./tables/puppies";
import { puppyCounts } from "./tables/puppyCounts";
import { puppyHealthChecks } from "./tables/puppyHealthChecks";
import { puppyWeights } from "./tables/puppyWeights";
import { pushSubscriptions } from "./tables/pushSubscriptions";
import { reminderCounts } from "./tables/reminderCounts";
import { reminderDays } from "./tables/reminderDays";
import { reminders } from "./tables/reminders";
import { reminderSeries } from "./tables/reminderSeries";
import { reminderTemplates } from "./tables/reminderTemplates";
import { scheduledVaccinations } from "./tables/scheduledVaccinations";
import { stripeEvents } from "./tables/stripeEvents";
import { subscriptions } from "./tables/subscriptions";
import { vaccinationMonths } from "./tables/vaccinationMonths";
import { veterinaryRecords } from "./tables/veterinaryRecords";
import { waitingList } from "./tables/waitingList";
import { users } from "./tables/users";
import { tutorials } from "./tables/tutorials";
import { userSettings } from "./tables/userSettings";

export default defineSchema({
  accountDeletions,
  activities,
  accountMails,
  alertDismissals,
  backupFiles,
  backups,
  backupSchedules,
  formerIds,
  restores,
  apiKeys,
  billingAccounts,
  breedingCounts,
  breedingDocuments,
  breedingFinances,
  breedings,
  calendarFeeds,
  breedingYears,
  cascades,
  changes,
  coefficientRuns,
  coefficients,
  connections,
  contractTemplates,
  dashboardPreferences,
  dataExports,
  deletions,
  deliveries,
  dogWeights,
  dogs,
  edits,
  fileSweeps,
  financeYears,
  healthAttachments,
  healthExports,
  healthMonths,
  healthRecords,
  healthTests,
  heats,
  immunizations,
  importProblems,
  importRows,
  importRuns,
  importSteps,
  invitations,
  kennelBreeds,
  kennelClinics,
  kennelCounters,
  kennelSettings,
  kennelDeletions,
  kennelRemovals,
  kennels,
  keptFiles,
  keptPhotos,
  litters,
  medicationCourses,
  medicationDoses,
  memberships,
  pedigreeStates,
  photoKeys,
  photos,
  progesteroneReadings,
  puppies,
  puppyCounts,
  puppyHealthChecks,
  puppyWeights,
  pushSubscriptions,
  reminderCounts,
  reminderDays,
  reminders,
  reminderSeries,
  reminderTemplates,
  scheduledVaccinations,
  stripeEvents,
  subscriptions,
  tutorials,
  userSettings,
  users,
  vaccinationMonths,
  veterinaryRecords,
  waitingList,
});
