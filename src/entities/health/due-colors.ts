/**
 * The colors of vaccinations according to their due date. Sources: document 001 section 4, rules VAX-06 and ALR-01
 * to ALR-03.
 */
import type { BadgeVariant } from "@/components/ui/badge";
import { DUE_SOON_DAYS } from "@domain/health/rules";
import { CRITICAL_DAYS } from "@domain/vaccinations/rules";
import type { DueStateName } from "@domain/health/due-state";

export const dueStateVariants = {
  overdue: "error",
  due_soon: "warning",
  current: "success",
} as const satisfies Record<DueStateName, BadgeVariant>;

/** The schedule warns from so many days before the due date on, and the alerts from so many days after it. */
const WEEK_DAYS = 7;

/** Returns the schedule's color by the number of days that are left; negative if the date is past. */
export function scheduleColor(daysLeft: number): BadgeVariant {
  if (daysLeft < 0) return "error";
  if (daysLeft <= WEEK_DAYS) return "warning";
  return daysLeft <= DUE_SOON_DAYS ? "info" : "success";
}

/** Returns the alerts' color by the days that a vaccination is overdue. */
export function overdueColor(daysOverdue: number): BadgeVariant {
  if (daysOverdue > CRITICAL_DAYS) return "error";
  return daysOverdue > WEEK_DAYS ? "warning" : "info";
}

/**
 * Returns the color of something late: amber from the first day on, red when it cannot wait any longer; null if it
 * is not late.
 */
export function lateTone(daysOverdue: number): "warning" | "error" | null {
  if (daysOverdue <= 0) return null;
  return daysOverdue > CRITICAL_DAYS ? "error" : "warning";
}

export const lateTexts = { warning: "text-warning", error: "text-error" } as const;
