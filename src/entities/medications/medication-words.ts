/** The words for courses of medication and their doses. */
import type { FunctionReturnType } from "convex/server";
import type { BadgeVariant } from "@/components/ui/badge";
import { localDay } from "@domain/dates/calendar-days";
import { formatClock, formatDay } from "@domain/formatting/formatting";
import type { CourseState } from "@domain/health/medications";
import type { api } from "@convex/_generated/api";

export type Course = NonNullable<FunctionReturnType<typeof api.health.medications.ofDog>>[number];
export type Dose = Course["doses"][number];

export const stateLabels = {
  upcoming: "Upcoming",
  active: "In progress",
  finished: "Finished",
  stopped: "Stopped",
} as const satisfies Record<CourseState, string>;

export const stateVariants = {
  upcoming: "info",
  active: "success",
  finished: "neutral",
  stopped: "warning",
} as const satisfies Record<CourseState, BadgeVariant>;

/** 'you', the person's name, or 'a team member' if the user may not see the name. */
export const giverText = ({ givenBy, isSelf }: Dose): string =>
  isSelf ? "you" : (givenBy ?? "a team member");

export function doseText(dose: Dose, today: string): string {
  const day = localDay(new Date(dose.givenAt));
  const when = day === today ? formatClock(dose.givenAt) : `${formatDay(day)}, ${formatClock(dose.givenAt)}`;
  return `${when} by ${giverText(dose)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** HH:MM in local time. */
export function timeOf(instant: number): string {
  const date = new Date(instant);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
