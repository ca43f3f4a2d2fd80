/** How long ago something happened, in the product documents' words. */

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;

function countOf(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? "" : "s"} ago`;
}

/** Writes the time between two instants: minutes below an hour, hours below a day, then days. */
export function relativeTime(timestamp: number, now: number): string {
  const minutes = Math.floor((now - timestamp) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < MINUTES_PER_HOUR) return countOf(minutes, "minute");
  if (minutes < MINUTES_PER_DAY) return countOf(Math.floor(minutes / MINUTES_PER_HOUR), "hour");
  return countOf(Math.floor(minutes / MINUTES_PER_DAY), "day");
}
