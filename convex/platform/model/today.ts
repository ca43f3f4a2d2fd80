/** The day on which a person is, as their device says it. */
import { earlierDay, isCalendarDay, latestDayOnEarth } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";

/** The breeder's day, but never one that has not begun anywhere. */
export function trustedToday(today: string): string {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
  return earlierDay(today, latestDayOnEarth(Date.now()));
}
