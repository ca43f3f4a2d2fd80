/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as activities from "../activities.js";
import type * as ancestry from "../ancestry.js";
import type * as billing from "../billing.js";
import type * as breedingDocuments from "../breedingDocuments.js";
import type * as breedingFinances from "../breedingFinances.js";
import type * as breedings from "../breedings.js";
import type * as coefficients from "../coefficients.js";
import type * as contractTemplates from "../contractTemplates.js";
import type * as contracts from "../contracts.js";
import type * as crons from "../crons.js";
import type * as dashboard from "../dashboard.js";
import type * as dogHealth from "../dogHealth.js";
import type * as dogs from "../dogs.js";
import type * as functions from "../functions.js";
import type * as heats from "../heats.js";
import type * as http from "../http.js";
import type * as imports from "../imports.js";
import type * as integrations_breedingExport from "../integrations/breedingExport.js";
import type * as integrations_kennelLogo from "../integrations/kennelLogo.js";
import type * as integrations_litterSheet from "../integrations/litterSheet.js";
import type * as integrations_pedigreeCertificate from "../integrations/pedigreeCertificate.js";
import type * as integrations_photoSizes from "../integrations/photoSizes.js";
import type * as integrations_printedPapers from "../integrations/printedPapers.js";
import type * as kennelLogos from "../kennelLogos.js";
import type * as kennelRemoval from "../kennelRemoval.js";
import type * as kennels from "../kennels.js";
import type * as litters from "../litters.js";
import type * as members from "../members.js";
import type * as migrations from "../migrations.js";
import type * as model_activities from "../model/activities.js";
import type * as model_ancestry from "../model/ancestry.js";
import type * as model_breedingCards from "../model/breedingCards.js";
import type * as model_breedingChoices from "../model/breedingChoices.js";
import type * as model_breedingCounts from "../model/breedingCounts.js";
import type * as model_breedingDocuments from "../model/breedingDocuments.js";
import type * as model_breedingFinances from "../model/breedingFinances.js";
import type * as model_breedingHistory from "../model/breedingHistory.js";
import type * as model_breedingList from "../model/breedingList.js";
import type * as model_breedingParents from "../model/breedingParents.js";
import type * as model_breedingShape from "../model/breedingShape.js";
import type * as model_breedings from "../model/breedings.js";
import type * as model_breeds from "../model/breeds.js";
import type * as model_certificate from "../model/certificate.js";
import type * as model_coefficientRuns from "../model/coefficientRuns.js";
import type * as model_compatibility from "../model/compatibility.js";
import type * as model_contractTemplates from "../model/contractTemplates.js";
import type * as model_contracts from "../model/contracts.js";
import type * as model_counters from "../model/counters.js";
import type * as model_documentUploads from "../model/documentUploads.js";
import type * as model_dogHealth from "../model/dogHealth.js";
import type * as model_dogLimit from "../model/dogLimit.js";
import type * as model_dogList from "../model/dogList.js";
import type * as model_dogRelations from "../model/dogRelations.js";
import type * as model_dogSearch from "../model/dogSearch.js";
import type * as model_dogShape from "../model/dogShape.js";
import type * as model_dogValues from "../model/dogValues.js";
import type * as model_dogs from "../model/dogs.js";
import type * as model_dueCalendar from "../model/dueCalendar.js";
import type * as model_edits from "../model/edits.js";
import type * as model_financeYears from "../model/financeYears.js";
import type * as model_healthCascade from "../model/healthCascade.js";
import type * as model_healthShape from "../model/healthShape.js";
import type * as model_heatReads from "../model/heatReads.js";
import type * as model_heatRows from "../model/heatRows.js";
import type * as model_heatShape from "../model/heatShape.js";
import type * as model_heats from "../model/heats.js";
import type * as model_identity from "../model/identity.js";
import type * as model_importPlanning from "../model/importPlanning.js";
import type * as model_importRuns from "../model/importRuns.js";
import type * as model_importUndoing from "../model/importUndoing.js";
import type * as model_importWriting from "../model/importWriting.js";
import type * as model_kennelCopy from "../model/kennelCopy.js";
import type * as model_kennelLogos from "../model/kennelLogos.js";
import type * as model_kennelRemoval from "../model/kennelRemoval.js";
import type * as model_kennels from "../model/kennels.js";
import type * as model_keptPhotos from "../model/keptPhotos.js";
import type * as model_kinship from "../model/kinship.js";
import type * as model_limits from "../model/limits.js";
import type * as model_litterList from "../model/litterList.js";
import type * as model_litterPuppies from "../model/litterPuppies.js";
import type * as model_litterShape from "../model/litterShape.js";
import type * as model_litterSheet from "../model/litterSheet.js";
import type * as model_litters from "../model/litters.js";
import type * as model_logoAddresses from "../model/logoAddresses.js";
import type * as model_members from "../model/members.js";
import type * as model_paging from "../model/paging.js";
import type * as model_pedigreeStates from "../model/pedigreeStates.js";
import type * as model_photoAddresses from "../model/photoAddresses.js";
import type * as model_photoShape from "../model/photoShape.js";
import type * as model_photoUploads from "../model/photoUploads.js";
import type * as model_photos from "../model/photos.js";
import type * as model_presence from "../model/presence.js";
import type * as model_puppies from "../model/puppies.js";
import type * as model_puppyCounts from "../model/puppyCounts.js";
import type * as model_puppyHealthChecks from "../model/puppyHealthChecks.js";
import type * as model_puppyLinks from "../model/puppyLinks.js";
import type * as model_puppyOffers from "../model/puppyOffers.js";
import type * as model_puppyRecords from "../model/puppyRecords.js";
import type * as model_puppySales from "../model/puppySales.js";
import type * as model_puppyShape from "../model/puppyShape.js";
import type * as model_puppyWeights from "../model/puppyWeights.js";
import type * as model_refolding from "../model/refolding.js";
import type * as model_relatives from "../model/relatives.js";
import type * as model_reports from "../model/reports.js";
import type * as model_storedFiles from "../model/storedFiles.js";
import type * as model_subscriptions from "../model/subscriptions.js";
import type * as model_users from "../model/users.js";
import type * as model_waitingList from "../model/waitingList.js";
import type * as photos from "../photos.js";
import type * as presence from "../presence.js";
import type * as puppies from "../puppies.js";
import type * as puppyHealthChecks from "../puppyHealthChecks.js";
import type * as puppyRecords from "../puppyRecords.js";
import type * as puppyWeights from "../puppyWeights.js";
import type * as relatives from "../relatives.js";
import type * as reports from "../reports.js";
import type * as rest_ancestry from "../rest/ancestry.js";
import type * as rest_app from "../rest/app.js";
import type * as rest_billing from "../rest/billing.js";
import type * as rest_breedingDocuments from "../rest/breedingDocuments.js";
import type * as rest_breedingEntities from "../rest/breedingEntities.js";
import type * as rest_breedings from "../rest/breedings.js";
import type * as rest_compatibility from "../rest/compatibility.js";
import type * as rest_contract from "../rest/contract.js";
import type * as rest_contracts from "../rest/contracts.js";
import type * as rest_dogs from "../rest/dogs.js";
import type * as rest_entities from "../rest/entities.js";
import type * as rest_kennelLogos from "../rest/kennelLogos.js";
import type * as rest_kennels from "../rest/kennels.js";
import type * as rest_litterEntities from "../rest/litterEntities.js";
import type * as rest_litters from "../rest/litters.js";
import type * as rest_photos from "../rest/photos.js";
import type * as rest_puppies from "../rest/puppies.js";
import type * as rest_reference from "../rest/reference.js";
import type * as rest_referencePage from "../rest/referencePage.js";
import type * as rest_referenceStyle from "../rest/referenceStyle.js";
import type * as rest_reports from "../rest/reports.js";
import type * as rest_request from "../rest/request.js";
import type * as rest_schemaText from "../rest/schemaText.js";
import type * as rest_zod from "../rest/zod.js";
import type * as storedFiles from "../storedFiles.js";
import type * as tables_activities from "../tables/activities.js";
import type * as tables_breedingCounts from "../tables/breedingCounts.js";
import type * as tables_breedingDocuments from "../tables/breedingDocuments.js";
import type * as tables_breedingFinances from "../tables/breedingFinances.js";
import type * as tables_breedings from "../tables/breedings.js";
import type * as tables_coefficientRuns from "../tables/coefficientRuns.js";
import type * as tables_coefficients from "../tables/coefficients.js";
import type * as tables_contractTemplates from "../tables/contractTemplates.js";
import type * as tables_dogs from "../tables/dogs.js";
import type * as tables_edits from "../tables/edits.js";
import type * as tables_fileSweeps from "../tables/fileSweeps.js";
import type * as tables_financeYears from "../tables/financeYears.js";
import type * as tables_healthRecords from "../tables/healthRecords.js";
import type * as tables_heats from "../tables/heats.js";
import type * as tables_immunizations from "../tables/immunizations.js";
import type * as tables_importProblems from "../tables/importProblems.js";
import type * as tables_importRows from "../tables/importRows.js";
import type * as tables_importRuns from "../tables/importRuns.js";
import type * as tables_importSteps from "../tables/importSteps.js";
import type * as tables_invitations from "../tables/invitations.js";
import type * as tables_kennelBreeds from "../tables/kennelBreeds.js";
import type * as tables_kennelCounters from "../tables/kennelCounters.js";
import type * as tables_kennelRemovals from "../tables/kennelRemovals.js";
import type * as tables_kennels from "../tables/kennels.js";
import type * as tables_keptPhotos from "../tables/keptPhotos.js";
import type * as tables_litters from "../tables/litters.js";
import type * as tables_memberships from "../tables/memberships.js";
import type * as tables_pedigreeStates from "../tables/pedigreeStates.js";
import type * as tables_photoKeys from "../tables/photoKeys.js";
import type * as tables_photos from "../tables/photos.js";
import type * as tables_progesteroneReadings from "../tables/progesteroneReadings.js";
import type * as tables_puppies from "../tables/puppies.js";
import type * as tables_puppyCounts from "../tables/puppyCounts.js";
import type * as tables_puppyHealthChecks from "../tables/puppyHealthChecks.js";
import type * as tables_puppyWeights from "../tables/puppyWeights.js";
import type * as tables_shared from "../tables/shared.js";
import type * as tables_subscriptions from "../tables/subscriptions.js";
import type * as tables_users from "../tables/users.js";
import type * as tables_waitingList from "../tables/waitingList.js";
import type * as users from "../users.js";
import type * as waitingList from "../waitingList.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  activities: typeof activities;
  ancestry: typeof ancestry;
  billing: typeof billing;
  breedingDocuments: typeof breedingDocuments;
  breedingFinances: typeof breedingFinances;
  breedings: typeof breedings;
  coefficients: typeof coefficients;
  contractTemplates: typeof contractTemplates;
  contracts: typeof contracts;
  crons: typeof crons;
  dashboard: typeof dashboard;
  dogHealth: typeof dogHealth;
  dogs: typeof dogs;
  functions: typeof functions;
  heats: typeof heats;
  http: typeof http;
  imports: typeof imports;
  "integrations/breedingExport": typeof integrations_breedingExport;
  "integrations/kennelLogo": typeof integrations_kennelLogo;
  "integrations/litterSheet": typeof integrations_litterSheet;
  "integrations/pedigreeCertificate": typeof integrations_pedigreeCertificate;
  "integrations/photoSizes": typeof integrations_photoSizes;
  "integrations/printedPapers": typeof integrations_printedPapers;
  kennelLogos: typeof kennelLogos;
  kennelRemoval: typeof kennelRemoval;
  kennels: typeof kennels;
  litters: typeof litters;
  members: typeof members;
  migrations: typeof migrations;
  "model/activities": typeof model_activities;
  "model/ancestry": typeof model_ancestry;
  "model/breedingCards": typeof model_breedingCards;
  "model/breedingChoices": typeof model_breedingChoices;
  "model/breedingCounts": typeof model_breedingCounts;
  "model/breedingDocuments": typeof model_breedingDocuments;
  "model/breedingFinances": typeof model_breedingFinances;
  "model/breedingHistory": typeof model_breedingHistory;
  "model/breedingList": typeof model_breedingList;
  "model/breedingParents": typeof model_breedingParents;
  "model/breedingShape": typeof model_breedingShape;
  "model/breedings": typeof model_breedings;
  "model/breeds": typeof model_breeds;
  "model/certificate": typeof model_certificate;
  "model/coefficientRuns": typeof model_coefficientRuns;
  "model/compatibility": typeof model_compatibility;
  "model/contractTemplates": typeof model_contractTemplates;
  "model/contracts": typeof model_contracts;
  "model/counters": typeof model_counters;
  "model/documentUploads": typeof model_documentUploads;
  "model/dogHealth": typeof model_dogHealth;
  "model/dogLimit": typeof model_dogLimit;
  "model/dogList": typeof model_dogList;
  "model/dogRelations": typeof model_dogRelations;
  "model/dogSearch": typeof model_dogSearch;
  "model/dogShape": typeof model_dogShape;
  "model/dogValues": typeof model_dogValues;
  "model/dogs": typeof model_dogs;
  "model/dueCalendar": typeof model_dueCalendar;
  "model/edits": typeof model_edits;
  "model/financeYears": typeof model_financeYears;
  "model/healthCascade": typeof model_healthCascade;
  "model/healthShape": typeof model_healthShape;
  "model/heatReads": typeof model_heatReads;
  "model/heatRows": typeof model_heatRows;
  "model/heatShape": typeof model_heatShape;
  "model/heats": typeof model_heats;
  "model/identity": typeof model_identity;
  "model/importPlanning": typeof model_importPlanning;
  "model/importRuns": typeof model_importRuns;
  "model/importUndoing": typeof model_importUndoing;
  "model/importWriting": typeof model_importWriting;
  "model/kennelCopy": typeof model_kennelCopy;
  "model/kennelLogos": typeof model_kennelLogos;
  "model/kennelRemoval": typeof model_kennelRemoval;
  "model/kennels": typeof model_kennels;
  "model/keptPhotos": typeof model_keptPhotos;
  "model/kinship": typeof model_kinship;
  "model/limits": typeof model_limits;
  "model/litterList": typeof model_litterList;
  "model/litterPuppies": typeof model_litterPuppies;
  "model/litterShape": typeof model_litterShape;
  "model/litterSheet": typeof model_litterSheet;
  "model/litters": typeof model_litters;
  "model/logoAddresses": typeof model_logoAddresses;
  "model/members": typeof model_members;
  "model/paging": typeof model_paging;
  "model/pedigreeStates": typeof model_pedigreeStates;
  "model/photoAddresses": typeof model_photoAddresses;
  "model/photoShape": typeof model_photoShape;
  "model/photoUploads": typeof model_photoUploads;
  "model/photos": typeof model_photos;
  "model/presence": typeof model_presence;
  "model/puppies": typeof model_puppies;
  "model/puppyCounts": typeof model_puppyCounts;
  "model/puppyHealthChecks": typeof model_puppyHealthChecks;
  "model/puppyLinks": typeof model_puppyLinks;
  "model/puppyOffers": typeof model_puppyOffers;
  "model/puppyRecords": typeof model_puppyRecords;
  "model/puppySales": typeof model_puppySales;
  "model/puppyShape": typeof model_puppyShape;
  "model/puppyWeights": typeof model_puppyWeights;
  "model/refolding": typeof model_refolding;
  "model/relatives": typeof model_relatives;
  "model/reports": typeof model_reports;
  "model/storedFiles": typeof model_storedFiles;
  "model/subscriptions": typeof model_subscriptions;
  "model/users": typeof model_users;
  "model/waitingList": typeof model_waitingList;
  photos: typeof photos;
  presence: typeof presence;
  puppies: typeof puppies;
  puppyHealthChecks: typeof puppyHealthChecks;
  puppyRecords: typeof puppyRecords;
  puppyWeights: typeof puppyWeights;
  relatives: typeof relatives;
  reports: typeof reports;
  "rest/ancestry": typeof rest_ancestry;
  "rest/app": typeof rest_app;
  "rest/billing": typeof rest_billing;
  "rest/breedingDocuments": typeof rest_breedingDocuments;
  "rest/breedingEntities": typeof rest_breedingEntities;
  "rest/breedings": typeof rest_breedings;
  "rest/compatibility": typeof rest_compatibility;
  "rest/contract": typeof rest_contract;
  "rest/contracts": typeof rest_contracts;
  "rest/dogs": typeof rest_dogs;
  "rest/entities": typeof rest_entities;
  "rest/kennelLogos": typeof rest_kennelLogos;
  "rest/kennels": typeof rest_kennels;
  "rest/litterEntities": typeof rest_litterEntities;
  "rest/litters": typeof rest_litters;
  "rest/photos": typeof rest_photos;
  "rest/puppies": typeof rest_puppies;
  "rest/reference": typeof rest_reference;
  "rest/referencePage": typeof rest_referencePage;
  "rest/referenceStyle": typeof rest_referenceStyle;
  "rest/reports": typeof rest_reports;
  "rest/request": typeof rest_request;
  "rest/schemaText": typeof rest_schemaText;
  "rest/zod": typeof rest_zod;
  storedFiles: typeof storedFiles;
  "tables/activities": typeof tables_activities;
  "tables/breedingCounts": typeof tables_breedingCounts;
  "tables/breedingDocuments": typeof tables_breedingDocuments;
  "tables/breedingFinances": typeof tables_breedingFinances;
  "tables/breedings": typeof tables_breedings;
  "tables/coefficientRuns": typeof tables_coefficientRuns;
  "tables/coefficients": typeof tables_coefficients;
  "tables/contractTemplates": typeof tables_contractTemplates;
  "tables/dogs": typeof tables_dogs;
  "tables/edits": typeof tables_edits;
  "tables/fileSweeps": typeof tables_fileSweeps;
  "tables/financeYears": typeof tables_financeYears;
  "tables/healthRecords": typeof tables_healthRecords;
  "tables/heats": typeof tables_heats;
  "tables/immunizations": typeof tables_immunizations;
  "tables/importProblems": typeof tables_importProblems;
  "tables/importRows": typeof tables_importRows;
  "tables/importRuns": typeof tables_importRuns;
  "tables/importSteps": typeof tables_importSteps;
  "tables/invitations": typeof tables_invitations;
  "tables/kennelBreeds": typeof tables_kennelBreeds;
  "tables/kennelCounters": typeof tables_kennelCounters;
  "tables/kennelRemovals": typeof tables_kennelRemovals;
  "tables/kennels": typeof tables_kennels;
  "tables/keptPhotos": typeof tables_keptPhotos;
  "tables/litters": typeof tables_litters;
  "tables/memberships": typeof tables_memberships;
  "tables/pedigreeStates": typeof tables_pedigreeStates;
  "tables/photoKeys": typeof tables_photoKeys;
  "tables/photos": typeof tables_photos;
  "tables/progesteroneReadings": typeof tables_progesteroneReadings;
  "tables/puppies": typeof tables_puppies;
  "tables/puppyCounts": typeof tables_puppyCounts;
  "tables/puppyHealthChecks": typeof tables_puppyHealthChecks;
  "tables/puppyWeights": typeof tables_puppyWeights;
  "tables/shared": typeof tables_shared;
  "tables/subscriptions": typeof tables_subscriptions;
  "tables/users": typeof tables_users;
  "tables/waitingList": typeof tables_waitingList;
  users: typeof users;
  waitingList: typeof waitingList;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
  presence: import("@convex-dev/presence/_generated/component.js").ComponentApi<"presence">;
  migrations: import("@convex-dev/migrations/_generated/component.js").ComponentApi<"migrations">;
};
