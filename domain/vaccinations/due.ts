/** What is refused in a dose's dates: the impossible, and obvious typing errors. */
import { addYears } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";
import { foldText } from "../text/text";
import { nextDoseAfter, type DoseOf } from "./next-dose";

interface DoseDays {
  readonly dateAdministered: string;
  readonly nextDueDate: string | null;
  readonly expirationDate: string | null;
}

interface Life {
  readonly bornOn: string | null;
  readonly diedOn: string | null;
}

/** Longer than any dog lives. */
const MOST_YEARS = 30;

/** Refuses a dose in the future, and later dates that are before it or beyond a dog's life. */
export function checkDoseDays(
  { dateAdministered, nextDueDate, expirationDate }: DoseDays,
  today: string,
): FieldErrors {
  const errors: FieldErrors = {};
  if (dateAdministered > today) errors.dateAdministered = "Date administered cannot be in the future";
  else if (dateAdministered < addYears(today, -MOST_YEARS)) {
    errors.dateAdministered = `Date administered must be within the last ${MOST_YEARS} years`;
  }
  const latest = addYears(dateAdministered, MOST_YEARS);
  for (const [field, label, day] of [
    ["nextDueDate", "Next due date", nextDueDate],
    ["expirationDate", "Expiration date", expirationDate],
  ] as const) {
    if (day === null) continue;
    if (day <= dateAdministered) errors[field] = `${label} must be after the date administered`;
    else if (day > latest) errors[field] = `${label} must be within ${MOST_YEARS} years`;
  }
  return errors;
}

/** Says why a dose of that date cannot be this patient's, or returns null. */
export function findLifeObstacle(dateAdministered: string, { bornOn, diedOn }: Life): string | null {
  if (bornOn !== null && dateAdministered < bornOn) return "Date administered cannot be before the birth";
  if (diedOn !== null && dateAdministered > diedOn) return "Date administered cannot be after the death";
  return null;
}

/**
 * The due dates stored with a dose: typed, or calculated (next-dose.ts), and their updates. Sources: document 001
 * section 5, decisions GAP-IMM-02 and GAP-IMM-04.
 */

interface DueDates {
  readonly nextDueDate: string | null;
  readonly expirationDate: string | null;
}

/** Due dates, and whether the next one was calculated and so follows later changes. */
export interface KeptDueDates extends DueDates {
  readonly isDueAutomatic: boolean;
}

/** Undefined if not sent; null if left empty. */
interface TypedDates {
  readonly nextDueDate?: string | null | undefined;
  readonly expirationDate?: string | null | undefined;
  /** Whether a typed date is calculated from now on. */
  readonly isDueAutomatic?: boolean | undefined;
}

/** An expiration date equal to the next due date is not stored. */
const ownExpiration = (expirationDate: string | null, nextDueDate: string | null): string | null =>
  expirationDate === nextDueDate ? null : expirationDate;

/** Determines a new dose's dates; an expiration date is stored only if it differs from the next due date. */
export function newDueDates(given: DoseOf, typed: TypedDates): KeptDueDates {
  const { dueOn } = nextDoseAfter(given);
  const nextDueDate = typed.nextDueDate === undefined ? dueOn : typed.nextDueDate;
  return {
    nextDueDate,
    expirationDate: ownExpiration(typed.expirationDate ?? null, nextDueDate),
    isDueAutomatic: nextDueDate === dueOn,
  };
}

/** Determines a changed dose's dates: a calculated next due date is calculated again, a typed one stays. */
export function changedDueDates(before: KeptDueDates, given: DoseOf, typed: TypedDates): KeptDueDates {
  const kept = before.isDueAutomatic || typed.isDueAutomatic ? undefined : before.nextDueDate;
  return newDueDates(given, {
    nextDueDate: typed.nextDueDate === undefined ? kept : typed.nextDueDate,
    expirationDate: typed.expirationDate === undefined ? before.expirationDate : typed.expirationDate,
  });
}

/** Names of three-year vaccines at the time when it was not yet stored whether a date was calculated. */
const FORMERLY_LONG = ["rabies", "dhpp", "dapp"] as const;

/** Says whether a date from that time was calculated: it equals the one calculated then, at any age. */
export function wasCalculated(dose: {
  readonly vaccineName: string;
  readonly dateAdministered: string;
  readonly nextDueDate?: string | undefined;
}): boolean {
  const folded = foldText(dose.vaccineName);
  const years = FORMERLY_LONG.some((name) => folded.includes(name)) ? 3 : 1;
  return dose.nextDueDate === addYears(dose.dateAdministered, years);
}
