/** Assembles how each kind of record has former values put back; each area says it in its model/reverts.ts. */
import type { HistoryTable } from "../domain/history/tables.gen";
import { breedingReverts } from "./breedings/model/reverts";
import { contractReverts } from "./contracts/model/reverts";
import { dogReverts } from "./dogs/model/reverts";
import { healthReverts } from "./health/model/reverts";
import { heatReverts } from "./heats/model/reverts";
import { kennelReverts } from "./kennels/model/reverts";
import { litterReverts } from "./litters/model/reverts";
import { reminderReverts } from "./reminders/model/reverts";
import { vaccinationReverts } from "./vaccinations/model/reverts";
import type { Revert } from "./platform/model/reverting";

/** Files are replaced, never changed. */
const nothing = async (): Promise<void> => {};

export const REVERTS: { readonly [Table in HistoryTable]: Revert<Table> } = {
  ...breedingReverts,
  ...contractReverts,
  ...dogReverts,
  ...healthReverts,
  ...heatReverts,
  ...kennelReverts,
  ...litterReverts,
  ...reminderReverts,
  ...vaccinationReverts,
  breedingDocuments: nothing,
  healthAttachments: nothing,
};
