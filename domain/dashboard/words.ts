/**
 * The dashboard's texts for times and dates. Sources: document 000 section 9, rules DASH-13 to DASH-19, decision
 * GAP-DASH-08.
 */
import { daysBetween } from "../dates/calendar-days";

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** The unit is minutes below an hour, hours below a day, and otherwise days. */
export function relativeTime(timestamp: number, now: number): string {
  const minutes = Math.floor((now - timestamp) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < MINUTES_PER_HOUR) return `${counted(minutes, "minute")} ago`;
  if (minutes < MINUTES_PER_DAY) return `${counted(Math.floor(minutes / MINUTES_PER_HOUR), "hour")} ago`;
  return `${counted(Math.floor(minutes / MINUTES_PER_DAY), "day")} ago`;
}

export function dueText(dueDate: string, today: string): string {
  const days = daysBetween(today, dueDate);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return days < 0 ? `${counted(-days, "day")} overdue` : `In ${counted(days, "day")}`;
}
