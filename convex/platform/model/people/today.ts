/** The person's date, as their device reports it. */
import { earlierDay, isCalendarDay, latestDayOnEarth } from "../../../../domain/dates/calendar-days";
import { fail } from "../../../../domain/errors";

/** Throws VALIDATION_FAILED for an invalid date. */
export function checkToday(today: string): void {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
}

/** Returns an optional date; throws VALIDATION_FAILED for an invalid one. */
export function dayIfGiven(today: string | undefined): string | undefined {
  if (today !== undefined) checkToday(today);
  return today;
}

/** The breeder's date, limited to dates that have begun somewhere on earth. */
export function trustedToday(today: string): string {
  checkToday(today);
  return earlierDay(today, latestDayOnEarth(Date.now()));
}
