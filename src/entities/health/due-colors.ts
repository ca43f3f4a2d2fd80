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

/** How many days before the due date the schedule starts to warn, and how many days after it the alerts do. */
const WEEK_DAYS = 7;

/** A negative number means that the date is past. */
export function scheduleColor(daysLeft: number): BadgeVariant {
  if (daysLeft < 0) return "error";
  if (daysLeft <= WEEK_DAYS) return "warning";
  return daysLeft <= DUE_SOON_DAYS ? "info" : "success";
}

export function overdueColor(daysOverdue: number): BadgeVariant {
  if (daysOverdue > CRITICAL_DAYS) return "error";
  return daysOverdue > WEEK_DAYS ? "warning" : "info";
}

/** Amber from the first day, red once the item cannot wait any longer. Null if the item is not late. */
export function lateTone(daysOverdue: number): "warning" | "error" | null {
  if (daysOverdue <= 0) return null;
  return daysOverdue > CRITICAL_DAYS ? "error" : "warning";
}

export const lateTexts = { warning: "text-warning", error: "text-error" } as const;
