/** What the calendar's entries are called, how they are marked and where they lead. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { CalendarEvent } from "@/features/heats/types";
import { formatSpan } from "@/entities/heats/heat-words";

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
] as const satisfies readonly Kind[];

/** Names the bitch an entry is about. */
export const nameOf = ({ dogName }: CalendarEvent): string => dogName ?? "Dam unknown";

/** Says what else is known: the sire, the number of puppies, or between which days it may fall. */
export function describeDetail({ kind, detail, between }: CalendarEvent): string | null {
  if (between) return `${detail ? `with ${detail}, ` : ""}${formatSpan(between)}`;
  if (detail === null) return null;
  return kind === "whelping" || kind === "leaving" ? detail : `with ${detail}`;
}

/** The address at which a breeding of the bitch is planned for that day, over the screen with this search. */
export function planAddressOf({ kind, on, dog }: CalendarEvent, search: string): string | null {
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

/** The address an entry leads to: its litter, its breeding, or the bitch's heats. */
export function addressOf({ litterId, breedingId, dog }: CalendarEvent): string | null {
  if (litterId !== null) return `/dashboard/litters/${litterId}`;
  if (breedingId !== null) return `/dashboard/breeding/${breedingId}`;
  return dog === null ? null : `/dashboard/breeding?tab=heats&bitch=${dog._id}`;
}
