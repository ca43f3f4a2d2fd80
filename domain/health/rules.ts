/** Choices and limits of health records, health tests and courses of medication. */
import { FILE_TYPES, type FileType } from "../files/rules";
import { GRAMS_PER_POUND } from "./weights";
import { MAX_WEIGHT_LBS } from "../dogs/rules";

/** domain/health/test-kinds.ts has the possible results of each kind. */

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

/** The groups have the order of the dog's page. */
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

/** A DNA panel reports about two hundred mutations together. */
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

export const HEALTH_HISTORY_LIMIT = 500;

/** More than one record a week during the longest life. */
export const MAX_HEALTH_RECORDS_PER_DOG = 1000;

/** Five times what a kennel with two hundred dogs writes in ten years. */
export const MAX_HEALTH_RECORDS_PER_KENNEL = 100_000;

/** One million dollars. */
export const MAX_HEALTH_COST_CENTS = 100_000_000;

/** A visit has far fewer pictures, findings and bills. */
export const MAX_ATTACHMENTS_PER_RECORD = 50;

/** Source: document 001 section 5. */
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

export const HEALTH_STATISTICS_MONTHS = 12;

/** The counts on the dashboard include all follow-ups and vaccinations; the lists show this many. */
export const HEALTH_DASHBOARD_ENTRIES = 50;

/**
 * After this number of days, an open follow-up no longer counts. It was probably done, or the record was entered
 * later.
 */
export const FOLLOW_UP_OPEN_DAYS = 90;

/** No kennel has more follow-ups in one period. */
export const MOST_FOLLOW_UPS = 1000;

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

/** Insulin and antibiotics are given in thousands of units at most. */
export const MAX_DOSE_AMOUNT = 100_000;

export const MAX_TIMES_PER_DAY = 8;

/** Yearly implants and half-yearly injections are possible. */
export const MAX_EVERY_DAYS = 366;

export const MAX_COURSES_PER_DOG = 300;
export const MAX_OPEN_COURSES = 500;

/** Enough for eight doses a day over a year. */
export const MAX_DOSES_PER_COURSE = 3000;

export const RECENT_DOSES = 30;

/**
 * Two doses of one course within this time are either one dose recorded by two people, or a mistake. The second
 * dose is stored only after a confirmation.
 */
export const DOUBLE_DOSE_MS = 60 * 60_000;

/** Enough for daily weights over four years. */
export const MAX_WEIGHTS_PER_DOG = 1500;

export const MAX_DOG_GRAMS = Math.round(MAX_WEIGHT_LBS * GRAMS_PER_POUND);
