/** Lists the counts of records. Each area defines its own counts in tables/projections.ts. */
import { applicationProjections } from "./applications/tables/projections";
import { backupProjections } from "./backups/tables/projections";
import { breedingProjections } from "./breedings/tables/projections";
import { contactProjections } from "./contacts/tables/projections";
import { dogProjections } from "./dogs/tables/projections";
import { geneticProjections } from "./genetics/tables/projections";
import { healthProjections } from "./health/tables/projections";
import { kennelProjections } from "./kennels/tables/projections";
import { litterProjections } from "./litters/tables/projections";
import { platformProjections } from "./platform/tables/projections";
import { placementProjections } from "./placements/tables/projections";
import { signingProjections } from "./signings/tables/projections";
import { reminderProjections } from "./reminders/tables/projections";
import { vaccinationProjections } from "./vaccinations/tables/projections";
import type { Projection } from "./platform/tables/projecting";

export const PROJECTIONS: readonly Projection[] = [
  ...applicationProjections,
  ...backupProjections,
  ...breedingProjections,
  ...contactProjections,
  ...dogProjections,
  ...geneticProjections,
  ...healthProjections,
  ...kennelProjections,
  ...litterProjections,
  ...placementProjections,
  ...platformProjections,
  ...reminderProjections,
  ...signingProjections,
  ...vaccinationProjections,
];
