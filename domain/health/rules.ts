/** Choices and limits of health records, health tests and courses of medication. */
import { FILE_TYPES, type FileType } from "../files/rules";
import { GRAMS_PER_POUND } from "./weights";
import { MAX_WEIGHT_LBS } from "../dogs/rules";

/**
 * The kinds of a dog's health tests, and their limit. The possible results of each kind are in
 * domain/health/test-kinds.ts.
 */

export const HEALTH_TEST_KINDS = [
  "ofa_hips",
  "pennhip",
  "bva_hips",
  "fci_hips",
  "ofa_elbows",
  "iewg_elbows",
  "ofa_patella",
  "caer_eyes",
  "ecvo_eyes",
  "bva_eyes",
  "cardiac_basic",
  "cardiac_advanced",
  "holter",
  "ofa_thyroid",
  "baer",
  "dna",
  "other",
] as const;
export type HealthTestKind = (typeof HEALTH_TEST_KINDS)[number];

/** Groups in the order of the dog's page. */
export const HEALTH_TEST_GROUPS = [
  "hips",
  "elbows",
  "knees",
  "eyes",
  "heart",
  "thyroid",
  "hearing",
  "dna",
  "other",
] as const;
export type HealthTestGroup = (typeof HEALTH_TEST_GROUPS)[number];

/** The most tests of one dog. A DNA panel reports about two hundred mutations together. */
export const MAX_TESTS_PER_DOG = 400;

/** From this number of days before a certificate expires, the owner should make an appointment. */
export const TEST_EXPIRES_SOON_DAYS = 60;

/**
 * Choices for health records and immunizations. Sources: document 001 sections 3, 5 and 9, decision GAP-HLT-02.
 */

export const HEALTH_RECORD_TYPES = [
  "examination",
  "treatment",
  "surgery",
  "vaccination",
  "test",
  "dental",
  "emergency",
  "other",
] as const;
export type HealthRecordType = (typeof HEALTH_RECORD_TYPES)[number];

/** A vaccination or a follow-up is due soon within this number of days. */
export const DUE_SOON_DAYS = 30;

/** How many of the newest health records and of the newest immunizations a dog's page shows. */
export const HEALTH_HISTORY_LIMIT = 500;

/** The most health records of one dog: more than one a week during the longest life. */
export const MAX_HEALTH_RECORDS_PER_DOG = 1000;

/** The most health records of one kennel: five times what a kennel with two hundred dogs writes in ten years. */
export const MAX_HEALTH_RECORDS_PER_KENNEL = 100_000;

/** The highest cost of a record, in cents: one million dollars. */
export const MAX_HEALTH_COST_CENTS = 100_000_000;

/** The most files of a record: several times the number of pictures, findings and bills of one visit. */
export const MAX_ATTACHMENTS_PER_RECORD = 50;

/** Extensions of files that can be attached to a health record. Source: document 001 section 5. */
export const ATTACHMENT_TYPES = {
  pdf: FILE_TYPES.pdf,
  doc: FILE_TYPES.doc,
  docx: FILE_TYPES.docx,
  jpg: FILE_TYPES.jpg,
  jpeg: FILE_TYPES.jpeg,
  png: FILE_TYPES.png,
  txt: FILE_TYPES.txt,
} as const satisfies Record<string, FileType>;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[keyof typeof ATTACHMENT_TYPES];

/** How many months of costs the kennel's statistics show. */
export const HEALTH_STATISTICS_MONTHS = 12;

/** How many follow-ups and vaccinations each list of the health dashboard shows. The counts include all of them. */
export const HEALTH_DASHBOARD_ENTRIES = 50;

/**
 * After this number of days, an open follow-up no longer counts. It was probably done, or the record was entered
 * later.
 */
export const FOLLOW_UP_OPEN_DAYS = 90;

/** The most follow-ups that the dashboard counts in one period. No kennel has more. */
export const MOST_FOLLOW_UPS = 1000;

/** Choices and limits of courses of medication, doses and weights. */

export const DOSE_UNITS = [
  "mg",
  "mL",
  "tablet",
  "capsule",
  "drop",
  "puff",
  "application",
  "g",
  "µg",
  "IU",
] as const;
export type DoseUnit = (typeof DOSE_UNITS)[number];

/** The largest amount of a dose. Insulin and antibiotics are given in thousands of units at most. */
export const MAX_DOSE_AMOUNT = 100_000;

/** The most doses on one day. */
export const MAX_TIMES_PER_DAY = 8;

/** The most days between two doses. Yearly implants and half-yearly injections are possible. */
export const MAX_EVERY_DAYS = 366;

/** The most courses of one dog, and the most courses of a kennel on one date. */
export const MAX_COURSES_PER_DOG = 300;
export const MAX_OPEN_COURSES = 500;

/** The most doses of one course: eight a day over a year. */
export const MAX_DOSES_PER_COURSE = 3000;

/** How many of the latest doses a dog's page shows. */
export const RECENT_DOSES = 30;

/**
 * Two doses of one course within this time are either one dose recorded by two people, or a mistake. The second
 * dose is stored only after a confirmation.
 */
export const DOUBLE_DOSE_MS = 60 * 60_000;

/** The most weights of one dog: daily weights over four years. */
export const MAX_WEIGHTS_PER_DOG = 1500;

/** The heaviest dog, in grams. */
export const MAX_DOG_GRAMS = Math.round(MAX_WEIGHT_LBS * GRAMS_PER_POUND);
