/** The day on which a person is, as their device says it. */
import { earlierDay, isCalendarDay, latestDayOnEarth } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";

/** Throws VALIDATION_FAILED for a day that is none. */
export function checkToday(today: string): void {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
}

/** The breeder's day, but never one that has not begun anywhere. */
export function trustedToday(today: string): string {
  checkToday(today);
  return earlierDay(today, latestDayOnEarth(Date.now()));
}
