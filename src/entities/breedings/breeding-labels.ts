/** The chip colors of breedings. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { BreedingStatus } from "@domain/breedings/rules";

/** The chip colors of the product documents. The color of `failed` is from decision GAP-BRD-05. */
export const breedingStatusVariants = {
  planned: "info",
  bred: "warning",
  confirmed: "success",
  whelped: "primary",
  completed: "success",
  failed: "error",
} as const satisfies Record<BreedingStatus, BadgeVariant>;
