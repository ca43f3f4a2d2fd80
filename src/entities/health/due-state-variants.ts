/** The colours of when a dose is due. Source: document 001 section 4. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { DueStateName } from "@domain/health/due-state";

export const dueStateVariants = {
  overdue: "error",
  due_soon: "warning",
  current: "success",
} as const satisfies Record<DueStateName, BadgeVariant>;
