/**
 * Lists the rules for undoing changes of each kind of record. Each area defines its own rules in model/reverts.ts.
 */
import { applicationReverts } from "./applications/model/reverts";
import { breedingReverts } from "./breedings/model/reverts";
import { contractReverts } from "./contracts/model/reverts";
import { dogReverts } from "./dogs/model/reverts";
import { healthReverts } from "./health/model/reverts";
import { heatReverts } from "./heats/model/reverts";
import { kennelReverts } from "./kennels/model/reverts";
import { litterReverts } from "./litters/model/reverts";
import { placementReverts } from "./placements/model/reverts";
import { reminderReverts } from "./reminders/model/reverts";
import { vaccinationReverts } from "./vaccinations/model/reverts";
import type { Reverts } from "./platform/model/changes/reverting";

export const REVERTS: Reverts = {
  ...applicationReverts,
  ...breedingReverts,
  ...contractReverts,
  ...dogReverts,
  ...healthReverts,
  ...heatReverts,
  ...kennelReverts,
  ...litterReverts,
  ...placementReverts,
  ...reminderReverts,
  ...vaccinationReverts,
};
