/**
 * US formats of dates, money, measures and phone numbers. Source: decision GAP-SHELL-02 and document 001 section 5.
 * These functions do not use `Intl`, because its first use blocks a phone for tens of milliseconds.
 */
import { isCalendarDay, localDay } from "../dates/calendar-days";
import { weekdayOf } from "../dates/months";

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Returns, for example, 'June 15, 2025'. */
export function formatDay(day: string): string {
  if (!isCalendarDay(day)) return day;
  const [year, month, dayOfMonth] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${dayOfMonth}, ${year}`;
}

/** Converts '14:30' to '2:30 PM'. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** Returns, for example, '2:30 PM' in the device's time zone. */
export function formatClock(at: string | number): string {
  const date = new Date(at);
  return formatTime(`${date.getHours()}:${date.getMinutes()}`);
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Returns, for example, 'Sunday, June 15'. */
export function formatWeekday(day: string): string {
  if (!isCalendarDay(day)) return day;
  const [, month, dayOfMonth] = day.split("-").map(Number);
  return `${WEEKDAYS[weekdayOf(day)]}, ${MONTHS[(month ?? 1) - 1]} ${dayOfMonth}`;
}

/** Returns, for example, 'Jun 15'. */
export function formatShortDay(day: string): string {
  if (!isCalendarDay(day)) return day;
  const [, month, dayOfMonth] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]?.slice(0, 3)} ${dayOfMonth}`;
}

/** Returns, for example, 'Jun 2025'. */
export function formatMonth(day: string): string {
  if (!isCalendarDay(day)) return day;
  const [year, month] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]?.slice(0, 3)} ${year}`;
}

/** Returns, for example, '1,412' or '1,412.5', with at most the given number of decimals. */
export function grouped(number: number, decimals = 3): string {
  const [whole = "", ...rest] = String(Number(Math.abs(number).toFixed(decimals))).split(".");
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return `${number < 0 ? "-" : ""}${[groups.join(","), ...rest].join(".")}`;
}

/** Returns, for example, '$1,500.00'. */
export function formatCents(cents: number): string {
  const [whole = "", rest = ""] = (Math.abs(Math.round(cents)) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "-" : ""}$${grouped(Number(whole))}.${rest}`;
}

/** Shows cents only if there are any: '$1,500'. */
export const formatDollars = (amount: number): string => formatCents(amount * 100).replace(/\.00$/, "");

/** Returns, for example, '6.25%'. */
export const formatPercent = (share: number, digits = 2): string => `${(share * 100).toFixed(digits)}%`;

/** Returns, for example, 'Jun 15, 2:30 PM' in the device's time zone. */
export const formatShortMoment = (at: string | number): string =>
  `${formatShortDay(localDay(new Date(at)))}, ${formatClock(at)}`;

/** Returns, for example, 'Jun 15, 2025, 2:30 PM' in the device's time zone. */
export function formatMoment(at: string | number): string {
  const date = new Date(at);
  return `${formatShortDay(localDay(date))}, ${date.getFullYear()}, ${formatClock(at)}`;
}

export const formatWeight = (lbs: number): string => `${grouped(lbs, 1)} lbs`;

export const formatHeight = (inches: number): string => `${grouped(inches, 1)} inches`;

const PHONE_DIGITS = 10;

/** Returns the address of a link that calls the number. */
export const callAddress = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/gu, "")}`;

/** Formats the digits as (###) ###-####. A text that is not a US number stays unchanged. */
export function formatPhone(text: string): string {
  if (!/^[\d\s().-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, "");
  if (digits.length === 0) return "";
  if (digits.length > PHONE_DIGITS) return text;
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Converts a code name to words: `in_season` becomes "In season". */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const choiceLabelsOf = <Choice extends string>(choices: readonly Choice[]) =>
  Object.fromEntries(choices.map((choice) => [choice, spoken(choice)])) as Record<Choice, string>; // The object has an entry for each choice.
