/** How often the puppies of a litter are weighed, by their age. */
import { daysBetween } from "../dates/calendar-days";
import { DAILY_WEIGHING_DAYS, LAST_WEIGHING_DAYS, WEEKLY_WEIGHING_DAYS } from "../dashboard/rules";

/** Returns the days from one weighing to the next; null if the puppies count as young dogs. */
export function weighingIntervalOf(bornOn: string, today: string): number | null {
  const age = daysBetween(bornOn, today);
  if (age > LAST_WEIGHING_DAYS) return null;
  return age <= DAILY_WEIGHING_DAYS ? 1 : WEEKLY_WEIGHING_DAYS;
}

export function isWeighingLate(bornOn: string, lastOn: string, today: string): boolean {
  const interval = weighingIntervalOf(bornOn, today);
  return interval !== null && daysBetween(lastOn, today) > interval;
}
