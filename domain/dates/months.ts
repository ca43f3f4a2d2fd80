/** Calendar months as `YYYY-MM` strings, and their weeks as a page of a calendar shows them. */
import { addDays, daysBetween, isCalendarDay } from "./calendar-days";

export const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isCalendarDay(`${text}-01`);

export const monthOf = (day: string): string => day.slice(0, 7);

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + (number - 1) + count;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** 0 for Sunday to 6 for Saturday. January 4, 1970 was a Sunday. */
export const weekdayOf = (day: string): number => ((daysBetween("1970-01-04", day) % 7) + 7) % 7;

/** Weeks begin on Sunday, as in calendars in the United States. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const after = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let sunday = addDays(first, -weekdayOf(first)); sunday < after; sunday = addDays(sunday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(sunday, offset)));
  }
  return weeks;
}
