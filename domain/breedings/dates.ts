/**
 * The dates of a breeding: the due date, the progress of a pregnancy, and errors and warnings about entered dates.
 * Sources: document 001 sections 4, 5 and 9, decisions GAP-BRD-09 and GAP-BRD-17.
 */
import { GESTATION_DAYS, MAX_GESTATION_DAYS, MIN_GESTATION_DAYS, type BreedingStatus } from "./rules";
import { addDays, daysBetween } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";

interface BreedingDays {
  readonly breedingDate: string;
  readonly expectedDueDate: string | null;
}

/** Returns false if today's date is unknown. */
export const isMatingAhead = (breedingDate: string, today: string | undefined): boolean =>
  today !== undefined && breedingDate > today;

export const dueDateOf = (breedingDate: string): string => addDays(breedingDate, GESTATION_DAYS);

/** Returns 0 to 100 percent; null if the length of the pregnancy is unknown. */
export function pregnancyProgress(
  { breedingDate, expectedDueDate }: BreedingDays,
  today: string,
): number | null {
  if (expectedDueDate === null) return null;
  const length = daysBetween(breedingDate, expectedDueDate);
  if (length <= 0) return null;
  return Math.min(100, Math.max(0, (daysBetween(breedingDate, today) / length) * 100));
}

export const checkBreedingDays = ({ breedingDate, expectedDueDate }: BreedingDays): FieldErrors =>
  expectedDueDate !== null && expectedDueDate < breedingDate
    ? { expectedDueDate: "Expected delivery date cannot be before the mating date" }
    : {};

/** Returns a warning if no pregnancy ends on this due date; otherwise null. */
export function warnOfDueDate({ breedingDate, expectedDueDate }: BreedingDays): string | null {
  if (expectedDueDate === null || expectedDueDate < breedingDate) return null;
  const days = daysBetween(breedingDate, expectedDueDate);
  if (days >= MIN_GESTATION_DAYS && days <= MAX_GESTATION_DAYS) return null;
  return `The expected delivery date is ${days} days after mating; a pregnancy takes ${MIN_GESTATION_DAYS} to ${MAX_GESTATION_DAYS}`;
}

interface SteppedBreeding {
  readonly status: BreedingStatus;
  /** Whether the breeding was canceled before the mating. */
  readonly isCalledOff?: boolean | undefined;
  readonly breedingDate: string;
}

/** The statuses after `planned` are possible only after the mating. */
export const isAheadOfMating = (
  { status, isCalledOff, breedingDate }: SteppedBreeding,
  today: string,
): boolean => status !== "planned" && isCalledOff !== true && isMatingAhead(breedingDate, today);

/** Returns a warning if a mating that counts as done has a future date; otherwise null. */
export const warnOfFutureMating = (breeding: SteppedBreeding, today: string): string | null =>
  isAheadOfMating(breeding, today) ? `The mating date ${breeding.breedingDate} is in the future` : null;

/** Returns a warning if no pregnancy can be seen on the date of the check; otherwise null. */
export function warnOfCheckDay(on: string, breedingDate: string, today: string): string | null {
  if (on > today) return `The day of the check ${on} is in the future`;
  if (isMatingAhead(breedingDate, today)) return null; // A future mating has its own warning.
  const days = daysBetween(breedingDate, on);
  if (days < 0) return `The day of the check ${on} is before the mating date ${breedingDate}`;
  return days > MAX_GESTATION_DAYS
    ? `The check is ${days} days after mating; a pregnancy takes ${MIN_GESTATION_DAYS} to ${MAX_GESTATION_DAYS}`
    : null;
}
