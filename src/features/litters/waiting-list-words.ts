/** The texts of the waiting list: wishes, states of an offer, and why a puppy does not match. */
import type { FunctionReturnType } from "convex/server";
import type { BadgeVariant } from "@/components/ui/badge";
import { genderLabels } from "@domain/dogs/words";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import type { api } from "@convex/_generated/api";

export type Applicant = FunctionReturnType<typeof api.litters.waitingList.list>["active"][number];

/** 'Any puppy' if there are no wishes. */
export function wishesText({ gender, color, breed, wantedFrom }: Applicant): string {
  const parts = [
    gender && genderLabels[gender],
    color,
    breed,
    wantedFrom === null ? null : `from ${formatDay(wantedFrom)}`,
  ].filter((part) => part !== null);
  const text = parts.length === 0 ? "any puppy" : parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function stateOf(applicant: Applicant, today: string): { label: string; variant: BadgeVariant } {
  switch (applicant.status) {
    case "waiting":
      return { label: "Waiting", variant: "neutral" };
    case "offered":
      return (applicant.offerUntil ?? today) < today
        ? { label: "Offer expired", variant: "error" }
        : { label: "Offered", variant: "warning" };
    case "placed":
      return { label: "Placed", variant: "success" };
    case "withdrawn":
      return { label: "Withdrawn", variant: "outline" };
    default:
      return applicant.status satisfies never;
  }
}

/** In the past tense if the date is past. */
export function readyText(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days <= 0) return "Ready now";
  return `Ready ${formatDay(day)}, in ${days === 1 ? "1 day" : `${days} days`}`;
}
