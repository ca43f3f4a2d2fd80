/**
 * What each table of a kennel is, so that whoever keeps a history, saves a copy or brings one back treats every table
 * by its kind. A table that is missing here does not compile.
 */
import type { KennelTable } from "./kennelTables";

/**
 * - `record`: what people enter. It has a history and belongs in every copy.
 * - `calculated`: follows from records and can be calculated again from them.
 * - `log`: tells what happened; it is written and never changed by people.
 * - `personal`: how one person uses the kennel, with addresses that are secrets of that person.
 * - `work`: progress and results of jobs, of no use once they are over.
 */
type KennelTableKind = "record" | "reckoned" | "log" | "personal" | "work";

const KENNEL_TABLE_KINDS = {
  activities: "log",
  alertDismissals: "personal",
  backupFiles: "work",
  backups: "work",
  backupSchedules: "work",
  apiKeys: "personal",
  awaitedFiles: "work",
  breedingCounts: "reckoned",
  breedingDocuments: "record",
  breedingFinances: "record",
  breedings: "record",
  breedingYears: "reckoned",
  cascades: "work",
  calendarFeeds: "personal",
  changes: "log",
  coefficientRuns: "work",
  coefficients: "work",
  connections: "personal",
  contractTemplates: "record",
  dataExports: "work",
  deletions: "work",
  deliveries: "log",
  dogs: "record",
  dogViews: "personal",
  dogWeights: "record",
  edits: "log",
  financeYears: "reckoned",
  formerIds: "work",
  healthAttachments: "record",
  healthExports: "work",
  healthMonths: "reckoned",
  healthRecords: "record",
  healthTests: "record",
  heats: "record",
  immunizations: "record",
  importProblems: "work",
  importRows: "work",
  importRuns: "work",
  importSteps: "work",
  kennelBreeds: "reckoned",
  kennelClinics: "reckoned",
  kennelCounters: "reckoned",
  kennelSettings: "record",
  keptFiles: "work",
  litters: "record",
  medicationCourses: "record",
  medicationDoses: "record",
  pedigreeParts: "work",
  pedigreeStates: "reckoned",
  photos: "record",
  progesteroneReadings: "record",
  puppies: "record",
  puppyCounts: "reckoned",
  puppyHealthChecks: "record",
  puppyWeights: "record",
  reminderCounts: "reckoned",
  reminderDays: "reckoned",
  reminders: "record",
  reminderSeries: "record",
  reminderTemplates: "record",
  restores: "work",
  scheduledVaccinations: "record",
  storedBytes: "reckoned",
  vaccinationMonths: "reckoned",
  veterinaryRecords: "record",
  waitingList: "record",
} as const satisfies Record<KennelTable, KennelTableKind>;

/** A table of what people enter. */
export type RecordTable = {
  [Table in KennelTable]: (typeof KENNEL_TABLE_KINDS)[Table] extends "record" ? Table : never;
}[KennelTable];

/** Lists the tables of a kind, in the order of their names. */
export const tablesOfKind = (kind: KennelTableKind): KennelTable[] =>
  // The keys are exactly the tables, as the declaration says.
  (Object.keys(KENNEL_TABLE_KINDS) as KennelTable[]).filter((table) => KENNEL_TABLE_KINDS[table] === kind);

const RECORD_TABLES: ReadonlySet<string> = new Set(tablesOfKind("record"));

/** Says whether a table holds what people enter. */
export const isRecordTable = (table: string): table is RecordTable => RECORD_TABLES.has(table);
