/** How a dog's doses read on its page. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { DueStateName } from "../../../domain/health/due-state";

export const dueStateVariants = {
  overdue: "error",
  due_soon: "warning",
  current: "success",
} as const satisfies Record<DueStateName, BadgeVariant>;
