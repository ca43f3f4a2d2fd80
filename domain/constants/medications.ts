/** What a course of medication may be, and how many doses and weights a dog may have. */
import { GRAMS_PER_POUND } from "../health/weights";
import { MAX_WEIGHT_LBS } from "./dogs";

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

/** The largest number in a dose; insulin and antibiotics are given in thousands of units at most. */
export const MAX_DOSE_AMOUNT = 100_000;

/** Doses of one day. */
export const MAX_TIMES_PER_DAY = 8;

/** Days between two doses at most: yearly implants and half-yearly injections among them. */
export const MAX_EVERY_DAYS = 366;

/** Courses of one dog, and of a kennel on one day. */
export const MAX_COURSES_PER_DOG = 300;
export const MAX_OPEN_COURSES = 500;

/** Doses of one course: eight a day over a year. */
export const MAX_DOSES_PER_COURSE = 3000;

/** The last doses that a dog's page tells of. */
export const RECENT_DOSES = 30;

/**
 * Two doses of one course within this time are one dose that two people gave, or a mistake: the second is stored only
 * when somebody says that it is meant.
 */
export const DOUBLE_DOSE_MS = 60 * 60_000;

/** Weights of one dog: daily over four years. */
export const MAX_WEIGHTS_PER_DOG = 1500;

/** The heaviest dog, in grams. */
export const MAX_DOG_GRAMS = Math.round(MAX_WEIGHT_LBS * GRAMS_PER_POUND);
