/** The words for a breeding's stored values, on screen and on paper. */
import type { BreedingStatus, BreedingType, MatingKind, PregnancyMethod, PregnancyResult } from "./rules";

export const breedingStatusLabels = {
  planned: "Planned",
  bred: "Bred",
  confirmed: "Confirmed",
  whelped: "Whelped",
  completed: "Completed",
  failed: "Failed",
} as const satisfies Record<BreedingStatus, string>;

export const pregnancyMethodLabels = {
  palpation: "Palpation",
  ultrasound: "Ultrasound",
  x_ray: "X-ray",
  relaxin: "Relaxin test",
} as const satisfies Record<PregnancyMethod, string>;

export const pregnancyResultLabels = {
  pregnant: "Pregnant",
  not_pregnant: "Not pregnant",
  unclear: "Unclear",
} as const satisfies Record<PregnancyResult, string>;

export const breedingTypeLabels = {
  natural: "Natural",
  artificial_insemination: "Artificial insemination",
  frozen_semen: "Frozen semen",
} as const satisfies Record<BreedingType, string>;

export const matingKindLabels = {
  natural: "Natural",
  fresh_semen: "Fresh semen",
  chilled_semen: "Chilled semen",
  frozen_semen: "Frozen semen",
} as const satisfies Record<MatingKind, string>;
