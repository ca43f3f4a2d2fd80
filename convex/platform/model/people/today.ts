/** Checks the date that the user's device reports. */
import { earlierDay, isCalendarDay, latestDayOnEarth } from "../../../../domain/dates/calendar-days";
import { fail } from "../../../../domain/errors";

/** Throws VALIDATION_FAILED for an invalid date. */
export function checkToday(today: string): void {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
}

/** Throws VALIDATION_FAILED for an invalid date. */
export function dayIfGiven(today: string | undefined): string | undefined {
  if (today !== undefined) checkToday(today);
  return today;
}

/** A date that has not begun in any time zone is replaced by the latest date that has begun. */
export function trustedToday(today: string): string {
  checkToday(today);
  return earlierDay(today, latestDayOnEarth(Date.now()));
}
