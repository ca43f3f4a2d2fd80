/** The chip colors of breedings. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { BreedingStatus } from "@domain/breedings/rules";

/** Source: the product documents, and decision GAP-BRD-05 for `failed`. */
export const breedingStatusVariants = {
  planned: "info",
  bred: "warning",
  confirmed: "success",
  whelped: "primary",
  completed: "success",
  failed: "error",
} as const satisfies Record<BreedingStatus, BadgeVariant>;
