/** Checks the date that the user's device reports. */
import { earlierDay, isCalendarDay, latestDayOnEarth } from "../../../../domain/dates/calendar-days";
import { fail } from "../../../../domain/errors";

/** Throws VALIDATION_FAILED for an invalid date. */
export function checkToday(today: string): void {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
}

/** Returns the date if one is given; throws VALIDATION_FAILED for an invalid date. */
export function dayIfGiven(today: string | undefined): string | undefined {
  if (today !== undefined) checkToday(today);
  return today;
}

/** Returns the user's date, or the latest date that has begun in any time zone if the user's date is later. */
export function trustedToday(today: string): string {
  checkToday(today);
  return earlierDay(today, latestDayOnEarth(Date.now()));
}
