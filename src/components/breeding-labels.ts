/** How a breeding's stored values read on a dog's page. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { BreedingStatus, BreedingType } from "../../domain/constants/breedings";

export const breedingStatusLabels = {
  planned: "Planned",
  bred: "Bred",
  confirmed: "Confirmed",
  whelped: "Whelped",
  completed: "Completed",
  failed: "Failed",
} as const satisfies Record<BreedingStatus, string>;

/** The chip colours of the product documents; failed by decision GAP-BRD-05. */
export const breedingStatusVariants = {
  planned: "info",
  bred: "warning",
  confirmed: "success",
  whelped: "primary",
  completed: "success",
  failed: "error",
} as const satisfies Record<BreedingStatus, BadgeVariant>;

export const breedingTypeLabels = {
  natural: "Natural",
  artificial_insemination: "Artificial insemination",
  frozen_semen: "Frozen semen",
} as const satisfies Record<BreedingType, string>;
