/** Assembles the tables; each describes itself in its area's tables/. */
import { defineSchema } from "convex/server";
import { accountDeletions } from "./accounts/tables/accountDeletions";
import { activities } from "./platform/tables/activities";
import { accountMails } from "./mail/tables/accountMails";
import { alertDismissals } from "./platform/tables/alertDismissals";
import { backupFiles } from "./backups/tables/backupFiles";
import { backups } from "./backups/tables/backups";
import { backupSchedules } from "./backups/tables/backupSchedules";
import { formerIds } from "./history/tables/formerIds";
import { restores } from "./backups/tables/restores";
import { apiKeys } from "./accounts/tables/apiKeys";
import { billingAccounts } from "./billing/tables/billingAccounts";
import { breedingCounts } from "./breedings/tables/breedingCounts";
import { breedingDocuments } from "./breedings/tables/breedingDocuments";
import { breedingFinances } from "./breedings/tables/breedingFinances";
import { breedings } from "./breedings/tables/breedings";
import { awaitedFiles } from "./platform/tables/awaitedFiles";
import { calendarFeeds } from "./calendar/tables/calendarFeeds";
import { breedingYears } from "./breedings/tables/breedingYears";
import { cascades } from "./platform/tables/cascades";
import { changes } from "./platform/tables/changes";
import { coefficientRuns } from "./pedigree/tables/coefficientRuns";
import { coefficients } from "./pedigree/tables/coefficients";
import { connections } from "./connections/tables/connections";
import { contractTemplates } from "./contracts/tables/contractTemplates";
import { dashboardPreferences } from "./dashboard/tables/dashboardPreferences";
import { dataExports } from "./exports/tables/dataExports";
import { deletions } from "./history/tables/deletions";
import { deliveries } from "./deliveries/tables/deliveries";
import { dogViews } from "./dogs/tables/dogViews";
import { dogWeights } from "./health/tables/dogWeights";
import { dogs } from "./dogs/tables/dogs";
import { edits } from "./platform/tables/edits";
import { financeYears } from "./breedings/tables/financeYears";
import { fileSweeps } from "./platform/tables/fileSweeps";
import { healthAttachments } from "./health/tables/healthAttachments";
import { healthExports } from "./health/tables/healthExports";
import { healthMonths } from "./health/tables/healthMonths";
import { healthRecords } from "./health/tables/healthRecords";
import { healthTests } from "./health/tables/healthTests";
import { heats } from "./heats/tables/heats";
import { immunizations } from "./vaccinations/tables/immunizations";
import { importProblems } from "./imports/tables/importProblems";
import { importRows } from "./imports/tables/importRows";
import { importRuns } from "./imports/tables/importRuns";
import { importSteps } from "./imports/tables/importSteps";
import { invitations } from "./kennels/tables/invitations";
import { kennelBreeds } from "./dogs/tables/kennelBreeds";
import { kennelClinics } from "./vaccinations/tables/kennelClinics";
import { kennelCounters } from "./platform/tables/kennelCounters";
import { kennelSettings } from "./kennels/tables/kennelSettings";
import { kennelDeletions } from "./kennels/tables/kennelDeletions";
import { kennelRemovals } from "./kennels/tables/kennelRemovals";
import { kennels } from "./kennels/tables/kennels";
import { keptFiles } from "./platform/tables/keptFiles";
import { keptPhotos } from "./kennels/tables/keptPhotos";
import { litters } from "./litters/tables/litters";
import { medicationCourses } from "./health/tables/medicationCourses";
import { medicationDoses } from "./health/tables/medicationDoses";
import { memberships } from "./kennels/tables/memberships";
import { pedigreeParts } from "./pedigree/tables/pedigreeParts";
import { pedigreeStates } from "./dogs/tables/pedigreeStates";
import { photoKeys } from "./platform/tables/photoKeys";
import { photos } from "./dogs/tables/photos";
import { progesteroneReadings } from "./heats/tables/progesteroneReadings";
import { puppies } from "./litters/tables/puppies";
import { puppyCounts } from "./litters/tables/puppyCounts";
import { puppyHealthChecks } from "./litters/tables/puppyHealthChecks";
import { puppyWeights } from "./litters/tables/puppyWeights";
import { pushSubscriptions } from "./deliveries/tables/pushSubscriptions";
import { reminderCounts } from "./reminders/tables/reminderCounts";
import { reminderDays } from "./reminders/tables/reminderDays";
import { reminders } from "./reminders/tables/reminders";
import { reminderSeries } from "./reminders/tables/reminderSeries";
import { reminderTemplates } from "./reminders/tables/reminderTemplates";
import { scheduledVaccinations } from "./vaccinations/tables/scheduledVaccinations";
import { stripeEvents } from "./billing/tables/stripeEvents";
import { subscriptions } from "./billing/tables/subscriptions";
import { storedBytes } from "./platform/tables/storedBytes";
import { vaccinationMonths } from "./vaccinations/tables/vaccinationMonths";
import { veterinaryRecords } from "./health/tables/veterinaryRecords";
import { waitingList } from "./litters/tables/waitingList";
import { users } from "./accounts/tables/users";
import { tutorials } from "./accounts/tables/tutorials";
import { userSettings } from "./accounts/tables/userSettings";

export default defineSchema({
  accountDeletions,
  activities,
  accountMails,
  alertDismissals,
  awaitedFiles,
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
  dogViews,
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
  pedigreeParts,
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
  storedBytes,
  vaccinationMonths,
  veterinaryRecords,
  waitingList,
});
