/** Combines the validity rules for records. Each area defines its own rules in model/checks.ts. */
import { applicationChecks } from "./applications/model/checks";
import { breedingChecks } from "./breedings/model/checks";
import { contactChecks } from "./contacts/model/checks";
import { contractChecks } from "./contracts/model/checks";
import { dogChecks } from "./dogs/model/checks";
import { familyChecks } from "./families/model/checks";
import { geneticChecks } from "./genetics/model/checks";
import { healthChecks } from "./health/model/checks";
import { heatChecks } from "./heats/model/checks";
import { kennelChecks } from "./kennels/model/checks";
import { litterChecks } from "./litters/model/checks";
import { placementChecks } from "./placements/model/checks";
import type { Check, Checks } from "./platform/model/changes/checking";
import type { RecordTable } from "./platform/model/changes/kennelTables";
import { signingChecks } from "./signings/model/checks";
import { reminderChecks } from "./reminders/model/checks";
import { vaccinationChecks } from "./vaccinations/model/checks";

const CHECKS: Checks = {
  ...applicationChecks,
  ...breedingChecks,
  ...contactChecks,
  ...contractChecks,
  ...dogChecks,
  ...familyChecks,
  ...geneticChecks,
  ...healthChecks,
  ...heatChecks,
  ...kennelChecks,
  ...litterChecks,
  ...placementChecks,
  ...reminderChecks,
  ...signingChecks,
  ...vaccinationChecks,
};

/** Rules that are part of a record's description are not included. */
export const checkOf = <Table extends RecordTable>(table: Table): Check<Table> | undefined => CHECKS[table];
