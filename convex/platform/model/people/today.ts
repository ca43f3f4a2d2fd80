/** The person's date, as their device reports it. */
import { earlierDay, isCalendarDay, latestDayOnEarth } from "../../../../domain/dates/calendar-days";
import { fail } from "../../../../domain/errors";

/** Throws VALIDATION_FAILED for a day that is none. */
export function checkToday(today: string): void {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
}

/** Returns a day that may be left out; throws VALIDATION_FAILED for one that is none. */
export function dayIfGiven(today: string | undefined): string | undefined {
  if (today !== undefined) checkToday(today);
  return today;
}

/** The breeder's day, but never one that has not begun anywhere. */
export function trustedToday(today: string): string {
  checkToday(today);
  return earlierDay(today, latestDayOnEarth(Date.now()));
}
