/** The labels, marks and addresses of the calendar's entries. */
import type { BadgeVariant } from "@/components/ui/badge";
import { isTask, type CalendarEvent } from "@/features/heats/types";
import { formatSpan } from "@/entities/heats/heat-words";
import { formatTime } from "@domain/formatting/formatting";

type Kind = CalendarEvent["kind"];

export const kindLabels: Record<Kind, string> = {
  mating: "Mating",
  due: "Due by mating",
  due_by_ovulation: "Due by ovulation",
  whelping: "Whelped",
  leaving: "Puppies eight weeks old",
  heat: "Heat began",
  best_mating: "Best day for mating",
  heat_expected: "Heat expected",
  reminder: "Reminder",
  vaccination: "Vaccination",
};

export const kindVariants: Record<Kind, BadgeVariant> = {
  mating: "info",
  due: "brass",
  due_by_ovulation: "brass",
  whelping: "success",
  leaving: "success",
  heat: "warning",
  best_mating: "info",
  heat_expected: "outline",
  reminder: "neutral",
  vaccination: "outline",
};

/** The kinds in the order of the legend. */
export const KINDS = [
  "heat_expected",
  "heat",
  "best_mating",
  "mating",
  "due",
  "due_by_ovulation",
  "whelping",
  "leaving",
  "reminder",
  "vaccination",
] as const satisfies readonly Kind[];

/** The title of a task, or the name of an entry's bitch. */
export const nameOf = (event: CalendarEvent): string =>
  isTask(event) ? event.title : (event.dogName ?? "Dam unknown");

/** The call name, for places with little room. */
export const shortNameOf = (event: CalendarEvent): string =>
  (isTask(event) ? null : event.dog?.callName) ?? nameOf(event);

/** Further details: the time, the sire, the number of puppies, or the possible dates. */
export function describeDetail(event: CalendarEvent): string | null {
  if (isTask(event)) return event.at === null ? null : formatTime(event.at);
  const { kind, detail, between } = event;
  if (between) return `${detail ? `with ${detail}, ` : ""}${formatSpan(between)}`;
  if (detail === null) return null;
  return kind === "whelping" || kind === "leaving" ? detail : `with ${detail}`;
}

/** The address that plans a breeding of the bitch on that date. It keeps the current screen's other parameters. */
export function planAddressOf(event: CalendarEvent, search: string): string | null {
  if (isTask(event)) return null;
  const { kind, on, dog } = event;
  if (kind !== "best_mating" || dog === null) return null;
  const next = new URLSearchParams(search);
  for (const [name, value] of [
    ["add", "1"],
    ["dam", dog._id],
    ["day", on],
  ] as const)
    next.set(name, value);
  return `/dashboard/breeding?${next.toString()}`;
}

/** The address of an entry: the reminder, the dog, the litter, the breeding, or the bitch's heats. */
export function addressOf(event: CalendarEvent): string | null {
  if (isTask(event)) return event.path;
  const { litterId, breedingId, dog } = event;
  if (litterId !== null) return `/dashboard/litters/${litterId}`;
  if (breedingId !== null) return `/dashboard/breeding/${breedingId}`;
  return dog === null ? null : `/dashboard/breeding?tab=heats&bitch=${dog._id}`;
}
