/** Lists the endpoints of the REST application. Each area defines its own endpoints in rest/. */
import { accountDeletionEndpoints } from "./accounts/rest/accountDeletions";
import { avatarEndpoints } from "./accounts/rest/avatars";
import { settingsFileEndpoints } from "./accounts/rest/settingsFiles";
import { settingsSecurityEndpoints } from "./accounts/rest/settingsSecurity";
import { settingsUserEndpoints } from "./accounts/rest/settingsUser";
import { applicationFormEndpoints } from "./applications/rest/applicationForm";
import { applicationEndpoints } from "./applications/rest/applications";
import { backupEndpoints } from "./backups/rest/backups";
import { billingEndpoints } from "./billing/rest/billing";
import { settingsSubscriptionEndpoints } from "./billing/rest/settingsSubscription";
import { breedingDocumentEndpoints } from "./breedings/rest/breedingDocuments";
import { breedingEndpoints } from "./breedings/rest/breedings";
import { compatibilityEndpoints } from "./breedings/rest/compatibility";
import { calendarSyncEndpoints } from "./calendar/rest/calendarSync";
import { settingsIntegrationEndpoints } from "./connections/rest/settingsIntegrations";
import { contactEndpoints } from "./contacts/rest/contacts";
import { contractEndpoints } from "./contracts/rest/contracts";
import { dashboardEndpoints } from "./dashboard/rest/dashboard";
import { dashboardAlertEndpoints } from "./dashboard/rest/dashboardAlerts";
import { dashboardWidgetEndpoints } from "./dashboard/rest/dashboardWidgets";
import { settingsNotificationEndpoints } from "./deliveries/rest/settingsNotifications";
import { dogOwnerEndpoints } from "./dogs/rest/dogOwners";
import { dogEndpoints } from "./dogs/rest/dogs";
import { photoEndpoints } from "./dogs/rest/photos";
import { dataExportEndpoints } from "./exports/rest/dataExports";
import { contradictionEndpoints } from "./genetics/rest/contradictions";
import { matesEndpoints } from "./genetics/rest/mates";
import { populationEndpoints } from "./genetics/rest/population";
import { signingEndpoints } from "./signings/rest/signings";
import { diaryEndpoints } from "./families/rest/diary";
import { linkEndpoints } from "./families/rest/links";
import { healthAttachmentEndpoints } from "./health/rest/healthAttachments";
import { healthDashboardEndpoints } from "./health/rest/healthDashboard";
import { healthExportEndpoints } from "./health/rest/healthExports";
import { healthRecordEndpoints } from "./health/rest/healthRecords";
import { healthTestEndpoints } from "./health/rest/healthTests";
import { veterinarianEndpoints } from "./health/rest/veterinarians";
import { genotypeEndpoints } from "./genetics/rest/genotypes";
import { kennelLogoEndpoints } from "./kennels/rest/kennelLogos";
import { kennelEndpoints } from "./kennels/rest/kennels";
import { settingsKennelEndpoints } from "./kennels/rest/settingsKennel";
import { litterEndpoints } from "./litters/rest/litters";
import { puppyEndpoints } from "./litters/rest/puppies";
import { puppyPhotoEndpoints } from "./litters/rest/puppyPhotos";
import { waitingListEndpoints } from "./litters/rest/waitingList";
import { ancestryEndpoints } from "./pedigree/rest/ancestry";
import { placementEndpoints } from "./placements/rest/placements";
import { reminderGroupEndpoints } from "./reminders/rest/reminderGroups";
import { reminderNotificationEndpoints } from "./reminders/rest/reminderNotifications";
import { reminderEndpoints } from "./reminders/rest/reminders";
import { reportEndpoints } from "./reports/rest/reports";
import { immunizationEndpoints } from "./vaccinations/rest/immunizations";
import { vaccinationEndpoints } from "./vaccinations/rest/vaccinations";
import type { Endpoint } from "./platform/rest/calls";

export const endpoints: readonly Endpoint[] = [
  ...applicationEndpoints,
  ...applicationFormEndpoints,
  ...contactEndpoints,
  ...contractEndpoints,
  ...dashboardEndpoints,
  ...dashboardAlertEndpoints,
  ...dashboardWidgetEndpoints,
  ...dataExportEndpoints,
  ...accountDeletionEndpoints,
  ...dogEndpoints,
  ...dogOwnerEndpoints,
  ...ancestryEndpoints,
  ...backupEndpoints,
  ...billingEndpoints,
  ...breedingDocumentEndpoints,
  ...calendarSyncEndpoints,
  // Must come before /breeding/{id}, which would otherwise take the last part of this path for an id.
  ...compatibilityEndpoints,
  ...breedingEndpoints,
  ...healthAttachmentEndpoints,
  ...healthDashboardEndpoints,
  ...healthExportEndpoints,
  ...healthRecordEndpoints,
  ...healthTestEndpoints,
  ...contradictionEndpoints,
  ...genotypeEndpoints,
  ...immunizationEndpoints,
  ...kennelEndpoints,
  ...kennelLogoEndpoints,
  ...diaryEndpoints,
  ...linkEndpoints,
  ...signingEndpoints,
  ...litterEndpoints,
  ...photoEndpoints,
  ...placementEndpoints,
  ...reminderGroupEndpoints,
  ...reminderEndpoints,
  ...reminderNotificationEndpoints,
  ...settingsFileEndpoints,
  ...settingsNotificationEndpoints,
  ...settingsUserEndpoints,
  ...settingsKennelEndpoints,
  ...settingsIntegrationEndpoints,
  ...settingsSubscriptionEndpoints,
  ...avatarEndpoints,
  ...settingsSecurityEndpoints,
  ...reportEndpoints,
  ...matesEndpoints,
  ...populationEndpoints,
  ...puppyEndpoints,
  ...puppyPhotoEndpoints,
  ...vaccinationEndpoints,
  ...veterinarianEndpoints,
  ...waitingListEndpoints,
];
