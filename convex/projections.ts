/** Assembles what is counted of records; each area says it in its tables/projections.ts. */
import { breedingProjections } from "./breedings/tables/projections";
import { dogProjections } from "./dogs/tables/projections";
import { healthProjections } from "./health/tables/projections";
import { litterProjections } from "./litters/tables/projections";
import type { Projection } from "./platform/tables/projecting";

export const PROJECTIONS: readonly Projection[] = [
  ...breedingProjections,
  ...dogProjections,
  ...healthProjections,
  ...litterProjections,
];
