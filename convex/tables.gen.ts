/** The tables of all areas. Written by `npm run codegen`. */
import { accountDeletions } from "./accounts/tables/accountDeletions";
import { accountMails } from "./mail/tables/accountMails";
import { activities } from "./platform/tables/activities";
import { alertDismissals } from "./platform/tables/alertDismissals";
import { apiKeys } from "./platform/tables/apiKeys";
import { applicationDrafts } from "./applications/tables/applicationDrafts";
import { applicationForms } from "./applications/tables/applicationForms";
import { applicationMails } from "./applications/tables/applicationMails";
import { applications } from "./applications/tables/applications";
import { awaitedFiles } from "./platform/tables/awaitedFiles";
import { backupFiles } from "./backups/tables/backupFiles";
import { backups } from "./backups/tables/backups";
import { backupSchedules } from "./backups/tables/backupSchedules";
import { billingAccounts } from "./billing/tables/billingAccounts";
import { breedingCounts } from "./breedings/tables/breedingCounts";
import { breedingDocuments } from "./breedings/tables/breedingDocuments";
import { breedingFinances } from "./breedings/tables/breedingFinances";
import { breedings } from "./breedings/tables/breedings";
import { breedingYears } from "./breedings/tables/breedingYears";
import { calendarFeeds } from "./calendar/tables/calendarFeeds";
import { cascades } from "./platform/tables/cascades";
import { changes } from "./platform/tables/changes";
import { clockMarks } from "./platform/tables/clockMarks";
import { coefficientRuns } from "./pedigree/tables/coefficientRuns";
import { coefficients } from "./pedigree/tables/coefficients";
import { connections } from "./connections/tables/connections";
import { contacts } from "./contacts/tables/contacts";
import { contractTemplates } from "./contracts/tables/contractTemplates";
import { damTemperatures } from "./breedings/tables/damTemperatures";
import { dashboardPreferences } from "./dashboard/tables/dashboardPreferences";
import { dataExports } from "./exports/tables/dataExports";
import { deletions } from "./platform/tables/deletions";
import { deliveries } from "./deliveries/tables/deliveries";
import { diaryEntries } from "./families/tables/diaryEntries";
import { dogNumbers } from "./dogs/tables/dogNumbers";
import { dogOwners } from "./dogs/tables/dogOwners";
import { dogs } from "./platform/tables/dogs";
import { dogVariants } from "./genetics/tables/dogVariants";
import { dogViews } from "./dogs/tables/dogViews";
import { dogWeights } from "./health/tables/dogWeights";
import { edits } from "./platform/tables/edits";
import { fileSweeps } from "./platform/tables/fileSweeps";
import { financeYears } from "./breedings/tables/financeYears";
import { formerIds } from "./history/tables/formerIds";
import { geneticFiles } from "./genetics/tables/geneticFiles";
import { genotypes } from "./genetics/tables/genotypes";
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
import { kennelDeletions } from "./kennels/tables/kennelDeletions";
import { kennelRemovals } from "./kennels/tables/kennelRemovals";
import { kennels } from "./platform/tables/kennels";
import { kennelSettings } from "./kennels/tables/kennelSettings";
import { keptFiles } from "./platform/tables/keptFiles";
import { keptPhotos } from "./kennels/tables/keptPhotos";
import { knownContradictions } from "./genetics/tables/knownContradictions";
import { links } from "./families/tables/links";
import { linkSessions } from "./families/tables/linkSessions";
import { linkVisits } from "./families/tables/linkVisits";
import { litters } from "./litters/tables/litters";
import { matings } from "./breedings/tables/matings";
import { medicationCourses } from "./health/tables/medicationCourses";
import { medicationDoses } from "./health/tables/medicationDoses";
import { memberships } from "./platform/tables/memberships";
import { pedigreeParts } from "./pedigree/tables/pedigreeParts";
import { pedigreeStates } from "./dogs/tables/pedigreeStates";
import { photoKeys } from "./platform/tables/photoKeys";
import { photos } from "./platform/tables/photos";
import { placementPapers } from "./placements/tables/placementPapers";
import { placements } from "./placements/tables/placements";
import { pregnancyChecks } from "./breedings/tables/pregnancyChecks";
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
import { restores } from "./backups/tables/restores";
import { scheduledVaccinations } from "./vaccinations/tables/scheduledVaccinations";
import { signingMails } from "./signings/tables/signingMails";
import { signings } from "./signings/tables/signings";
import { storedBytes } from "./platform/tables/storedBytes";
import { stripeEvents } from "./billing/tables/stripeEvents";
import { subscriptions } from "./billing/tables/subscriptions";
import { tutorials } from "./accounts/tables/tutorials";
import { users } from "./platform/tables/users";
import { userSettings } from "./accounts/tables/userSettings";
import { vaccinationMonths } from "./vaccinations/tables/vaccinationMonths";
import { veterinaryRecords } from "./health/tables/veterinaryRecords";
import { waitingList } from "./litters/tables/waitingList";

/** The tables of a kennel's rows. */
export const TABLES = {
  activities,
  alertDismissals,
  apiKeys,
  applicationDrafts,
  applicationForms,
  applicationMails,
  applications,
  awaitedFiles,
  backupFiles,
  backups,
  backupSchedules,
  breedingCounts,
  breedingDocuments,
  breedingFinances,
  breedings,
  breedingYears,
  calendarFeeds,
  cascades,
  changes,
  coefficientRuns,
  coefficients,
  connections,
  contacts,
  contractTemplates,
  damTemperatures,
  dataExports,
  deletions,
  deliveries,
  diaryEntries,
  dogNumbers,
  dogOwners,
  dogs,
  dogVariants,
  dogViews,
  dogWeights,
  edits,
  financeYears,
  formerIds,
  geneticFiles,
  genotypes,
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
  kennelBreeds,
  kennelClinics,
  kennelCounters,
  kennelSettings,
  keptFiles,
  knownContradictions,
  links,
  linkSessions,
  linkVisits,
  litters,
  matings,
  medicationCourses,
  medicationDoses,
  pedigreeParts,
  pedigreeStates,
  photos,
  placementPapers,
  placements,
  pregnancyChecks,
  progesteroneReadings,
  puppies,
  puppyCounts,
  puppyHealthChecks,
  puppyWeights,
  reminderCounts,
  reminderDays,
  reminders,
  reminderSeries,
  reminderTemplates,
  restores,
  scheduledVaccinations,
  signingMails,
  signings,
  storedBytes,
  vaccinationMonths,
  veterinaryRecords,
  waitingList,
};

/** The definitions of all tables for Convex. */
export const DEFINITIONS = {
  accountDeletions,
  accountMails,
  activities: activities.table,
  alertDismissals: alertDismissals.table,
  apiKeys: apiKeys.table,
  applicationDrafts: applicationDrafts.table,
  applicationForms: applicationForms.table,
  applicationMails: applicationMails.table,
  applications: applications.table,
  awaitedFiles: awaitedFiles.table,
  backupFiles: backupFiles.table,
  backups: backups.table,
  backupSchedules: backupSchedules.table,
  billingAccounts,
  breedingCounts: breedingCounts.table,
  breedingDocuments: breedingDocuments.table,
  breedingFinances: breedingFinances.table,
  breedings: breedings.table,
  breedingYears: breedingYears.table,
  calendarFeeds: calendarFeeds.table,
  cascades: cascades.table,
  changes: changes.table,
  clockMarks,
  coefficientRuns: coefficientRuns.table,
  coefficients: coefficients.table,
  connections: connections.table,
  contacts: contacts.table,
  contractTemplates: contractTemplates.table,
  damTemperatures: damTemperatures.table,
  dashboardPreferences,
  dataExports: dataExports.table,
  deletions: deletions.table,
  deliveries: deliveries.table,
  diaryEntries: diaryEntries.table,
  dogNumbers: dogNumbers.table,
  dogOwners: dogOwners.table,
  dogs: dogs.table,
  dogVariants: dogVariants.table,
  dogViews: dogViews.table,
  dogWeights: dogWeights.table,
  edits: edits.table,
  fileSweeps,
  financeYears: financeYears.table,
  formerIds: formerIds.table,
  geneticFiles: geneticFiles.table,
  genotypes: genotypes.table,
  healthAttachments: healthAttachments.table,
  healthExports: healthExports.table,
  healthMonths: healthMonths.table,
  healthRecords: healthRecords.table,
  healthTests: healthTests.table,
  heats: heats.table,
  immunizations: immunizations.table,
  importProblems: importProblems.table,
  importRows: importRows.table,
  importRuns: importRuns.table,
  importSteps: importSteps.table,
  invitations,
  kennelBreeds: kennelBreeds.table,
  kennelClinics: kennelClinics.table,
  kennelCounters: kennelCounters.table,
  kennelDeletions,
  kennelRemovals,
  kennels,
  kennelSettings: kennelSettings.table,
  keptFiles: keptFiles.table,
  keptPhotos,
  knownContradictions: knownContradictions.table,
  links: links.table,
  linkSessions: linkSessions.table,
  linkVisits: linkVisits.table,
  litters: litters.table,
  matings: matings.table,
  medicationCourses: medicationCourses.table,
  medicationDoses: medicationDoses.table,
  memberships,
  pedigreeParts: pedigreeParts.table,
  pedigreeStates: pedigreeStates.table,
  photoKeys,
  photos: photos.table,
  placementPapers: placementPapers.table,
  placements: placements.table,
  pregnancyChecks: pregnancyChecks.table,
  progesteroneReadings: progesteroneReadings.table,
  puppies: puppies.table,
  puppyCounts: puppyCounts.table,
  puppyHealthChecks: puppyHealthChecks.table,
  puppyWeights: puppyWeights.table,
  pushSubscriptions,
  reminderCounts: reminderCounts.table,
  reminderDays: reminderDays.table,
  reminders: reminders.table,
  reminderSeries: reminderSeries.table,
  reminderTemplates: reminderTemplates.table,
  restores: restores.table,
  scheduledVaccinations: scheduledVaccinations.table,
  signingMails: signingMails.table,
  signings: signings.table,
  storedBytes: storedBytes.table,
  stripeEvents,
  subscriptions,
  tutorials,
  users,
  userSettings,
  vaccinationMonths: vaccinationMonths.table,
  veterinaryRecords: veterinaryRecords.table,
  waitingList: waitingList.table,
};
