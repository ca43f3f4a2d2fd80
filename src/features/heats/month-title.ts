/** Names of months, weekdays and days, as the calendar's pages show them. */

const title = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
const fullDay = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Writes a month as 'June 2025'. */
export const monthTitle = (month: string): string => title.format(instantOf(`${month}-01`));

/** Writes a day's weekday as 'Sun'. */
export const weekdayTitle = (day: string): string => weekday.format(instantOf(day));

/** Writes a day as 'Sunday, June 15'. */
export const dayTitle = (day: string): string => fullDay.format(instantOf(day));
