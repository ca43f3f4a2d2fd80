/** How a dog's health records and doses read on its page. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { HealthRecordType } from "../../../domain/constants/health";
import type { DueStateName } from "../../../domain/health/due-state";

export const recordTypeLabels = {
  examination: "Examination",
  treatment: "Treatment",
  surgery: "Surgery",
  vaccination: "Vaccination",
  test: "Test",
  dental: "Dental",
  emergency: "Emergency",
  other: "Other",
} as const satisfies Record<HealthRecordType, string>;

/** The colours of decision GAP-HLT-03. */
export const recordTypeVariants = {
  examination: "info",
  treatment: "primary",
  surgery: "error",
  vaccination: "success",
  test: "neutral",
  dental: "info",
  emergency: "error",
  other: "outline",
} as const satisfies Record<HealthRecordType, BadgeVariant>;

export const dueStateVariants = {
  overdue: "error",
  due_soon: "warning",
  current: "success",
} as const satisfies Record<DueStateName, BadgeVariant>;
