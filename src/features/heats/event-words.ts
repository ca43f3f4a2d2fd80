/** What the calendar's entries are called, how they are marked and where they lead. */
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

/** Names what is to be done, or the bitch an entry is about. */
export const nameOf = (event: CalendarEvent): string =>
  isTask(event) ? event.title : (event.dogName ?? "Dam unknown");

/** Names it where there is little room. */
export const shortNameOf = (event: CalendarEvent): string =>
  (isTask(event) ? null : event.dog?.callName) ?? nameOf(event);

/** Says what else is known: the time, the sire, the number of puppies, or between which days it may fall. */
export function describeDetail(event: CalendarEvent): string | null {
  if (isTask(event)) return event.at === null ? null : formatTime(event.at);
  const { kind, detail, between } = event;
  if (between) return `${detail ? `with ${detail}, ` : ""}${formatSpan(between)}`;
  if (detail === null) return null;
  return kind === "whelping" || kind === "leaving" ? detail : `with ${detail}`;
}

/** The address at which a breeding of the bitch is planned for that day, over the screen with this search. */
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

/** The address an entry leads to: the reminder, the dog, the litter, the breeding, or the bitch's heats. */
export function addressOf(event: CalendarEvent): string | null {
  if (isTask(event)) return event.path;
  const { litterId, breedingId, dog } = event;
  if (litterId !== null) return `/dashboard/litters/${litterId}`;
  if (breedingId !== null) return `/dashboard/breeding/${breedingId}`;
  return dog === null ? null : `/dashboard/breeding?tab=heats&bitch=${dog._id}`;
}
