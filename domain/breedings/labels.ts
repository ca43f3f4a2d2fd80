/** How the stored words of a breeding read, on screen and in print. */
import type { BreedingStatus, BreedingType } from "../constants/breedings";

export const breedingStatusLabels = {
  planned: "Planned",
  bred: "Bred",
  confirmed: "Confirmed",
  whelped: "Whelped",
  completed: "Completed",
  failed: "Failed",
} as const satisfies Record<BreedingStatus, string>;

export const breedingTypeLabels = {
  natural: "Natural",
  artificial_insemination: "Artificial insemination",
  frozen_semen: "Frozen semen",
} as const satisfies Record<BreedingType, string>;
