/** The age of a puppy, in the words in which its family counts. */
import { daysBetween, monthsBetween } from "@domain/dates/calendar-days";

const FIRST_DAYS = 14;
const WEEKS_DAYS = 20 * 7;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"} old`;

/** Says how old a puppy is: days in the first two weeks, then weeks, then months and years. */
export function ageInWords(bornOn: string, today: string): string | null {
  const days = daysBetween(bornOn, today);
  if (days < 0) return null;
  if (days < FIRST_DAYS) return counted(days, "day");
  if (days < WEEKS_DAYS) return counted(Math.floor(days / 7), "week");
  const months = monthsBetween(bornOn, today);
  return months < 24 ? counted(months, "month") : counted(Math.floor(months / 12), "year");
}
