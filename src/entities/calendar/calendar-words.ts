/** The labels of a calendar's contents, and the addresses with which calendar programs subscribe. */
import type { CalendarPart } from "@domain/calendar/rules";

export const partLabels: Record<CalendarPart, { label: string; helper: string }> = {
  reminders: { label: "Reminders", helper: "Due, snoozed and completed" },
  breeding: {
    label: "Breedings and litters",
    helper: "Matings, due dates, whelpings, puppies at eight weeks",
  },
  heats: { label: "Heats", helper: "Recorded and expected" },
  vaccinations: { label: "Vaccinations", helper: "Due and scheduled" },
};

/** Returns the address with the scheme that calendar programs open. */
export const webcalOf = (url: string): string => url.replace(/^https?:/, "webcal:");

/** Google Calendar's page for subscribing. */
export const googleOf = (url: string): string =>
  `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalOf(url))}`;

/** Outlook's page for subscribing. */
export const outlookOf = (url: string, name: string): string =>
  `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`;

const PRIVATE_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)|\.(local|lan|home|internal)$/;

/** Returns whether an address is in a private network. Services on the internet cannot reach such an address. */
export function isAtHome(url: string): boolean {
  const { hostname } = new URL(url);
  return PRIVATE_HOST.test(hostname) || !hostname.includes(".");
}
