/** What is refused of a dose's days: what cannot have been, and dates that can only be mistyped. */
import { addYears } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";

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

/** Refuses a dose that is still to come, and dates after it that lie before it or beyond a dog's life. */
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

/** Says why a dose of that day cannot have been this patient's, or returns null. */
export function findLifeObstacle(dateAdministered: string, { bornOn, diedOn }: Life): string | null {
  if (bornOn !== null && dateAdministered < bornOn) return "Date administered cannot be before the birth";
  if (diedOn !== null && dateAdministered > diedOn) return "Date administered cannot be after the death";
  return null;
}
