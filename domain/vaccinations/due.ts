/** Refuses dates of a dose that are impossible or obvious typing errors. */
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

/** No dog lives this many years. */
const MOST_YEARS = 30;

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

/** Returns null if the patient can have had a dose on that date. */
export function findLifeObstacle(dateAdministered: string, { bornOn, diedOn }: Life): string | null {
  if (bornOn !== null && dateAdministered < bornOn) return "Date administered cannot be before the birth";
  if (diedOn !== null && dateAdministered > diedOn) return "Date administered cannot be after the death";
  return null;
}

/**
 * The due dates that are stored with a dose, whether a user entered them or they were calculated (next-dose.ts),
 * and the effect of changes on them. Sources: document 001 section 5, decisions GAP-IMM-02 and GAP-IMM-04.
 */

interface DueDates {
  readonly nextDueDate: string | null;
  readonly expirationDate: string | null;
}

/**
 * `isDueAutomatic` means that the next date equals the calculated date, which is calculated again after later
 * changes of the dose.
 */
export interface KeptDueDates extends DueDates {
  readonly isDueAutomatic: boolean;
}

/** Undefined if the client did not send the date; null if the user left it empty. */
interface TypedDates {
  readonly nextDueDate?: string | null | undefined;
  readonly expirationDate?: string | null | undefined;
  /** A user entered the next due date, which must be calculated from now on. */
  readonly isDueAutomatic?: boolean | undefined;
}

/** An expiration date that equals the next due date is not stored. */
const ownExpiration = (expirationDate: string | null, nextDueDate: string | null): string | null =>
  expirationDate === nextDueDate ? null : expirationDate;

/** An expiration date is stored only if it differs from the next due date. */
export function newDueDates(given: DoseOf, typed: TypedDates): KeptDueDates {
  const { dueOn } = nextDoseAfter(given);
  const nextDueDate = typed.nextDueDate === undefined ? dueOn : typed.nextDueDate;
  return {
    nextDueDate,
    expirationDate: ownExpiration(typed.expirationDate ?? null, nextDueDate),
    isDueAutomatic: nextDueDate === dueOn,
  };
}

/** A calculated next due date is calculated again, and an entered date stays unchanged. */
export function changedDueDates(before: KeptDueDates, given: DoseOf, typed: TypedDates): KeptDueDates {
  const kept = before.isDueAutomatic || typed.isDueAutomatic ? undefined : before.nextDueDate;
  return newDueDates(given, {
    nextDueDate: typed.nextDueDate === undefined ? kept : typed.nextDueDate,
    expirationDate: typed.expirationDate === undefined ? before.expirationDate : typed.expirationDate,
  });
}

/**
 * The names of vaccines with an interval of three years at the time when no field said whether a date was calculated.
 */
const FORMERLY_LONG = ["rabies", "dhpp", "dapp"] as const;

/** The date must equal the date that was calculated then, when the age was not used. */
export function wasCalculated(dose: {
  readonly vaccineName: string;
  readonly dateAdministered: string;
  readonly nextDueDate?: string | undefined;
}): boolean {
  const folded = foldText(dose.vaccineName);
  const years = FORMERLY_LONG.some((name) => folded.includes(name)) ? 3 : 1;
  return dose.nextDueDate === addYears(dose.dateAdministered, years);
}
