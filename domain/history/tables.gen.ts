/** The kinds of records that have a history, by their tables. Written by `npm run codegen`. */
export const HISTORY_TABLES = [
  "dogs",
  "photos",
  "breedings",
  "pregnancyChecks",
  "breedingDocuments",
  "breedingFinances",
  "litters",
  "puppies",
  "puppyWeights",
  "puppyHealthChecks",
  "heats",
  "progesteroneReadings",
  "healthRecords",
  "healthAttachments",
  "healthTests",
  "immunizations",
  "scheduledVaccinations",
  "dogWeights",
  "medicationCourses",
  "medicationDoses",
  "veterinaryRecords",
  "reminders",
  "reminderSeries",
  "reminderTemplates",
  "waitingList",
  "contractTemplates",
  "kennels",
  "kennelSettings",
] as const;

/** A kind of record that has a history, by the name of its table. */
export type HistoryTable = (typeof HISTORY_TABLES)[number];
