/** Assembles what a restore does after it wrote the records; each area says in its model/restoring.ts how. */
import { isProjected } from "./platform/model/countFollowing";
import { tablesOfKind, type RecordTable } from "./platform/model/kennelTables";
import { comparing, counting } from "./platform/model/restoring";
import { compareTemplate } from "./contracts/model/restoring";
import { compareDog } from "./dogs/model/restoring";
import { compareHealthRecord } from "./health/model/restoring";
import { followLitters } from "./litters/model/litterPuppies";
import { compareLitter, comparePhoto } from "./litters/model/restoring";
import { renewNotice } from "./reminders/model/restoring";
import { settleDog, settlePuppy } from "./vaccinations/model/restoring";

/** What is done, in its order: records are brought in line with each other before they are counted. */
const STEPS = [
  comparing("photos", comparePhoto),
  comparing("dogs", compareDog),
  comparing("litters", compareLitter),
  comparing("breedings", followLitters),
  comparing("healthRecords", compareHealthRecord),
  comparing("contractTemplates", compareTemplate),
  counting("dogs"),
  counting("breedings"),
  counting("breedingFinances"),
  counting("breedingDocuments"),
  counting("photos"),
  counting("litters"),
  counting("puppies"),
  counting("healthRecords"),
  counting("healthAttachments"),
  counting("healthTests"),
  counting("veterinaryRecords"),
  counting("immunizations"),
  counting("scheduledVaccinations"),
  counting("reminders", renewNotice),
  comparing("dogs", settleDog),
  comparing("puppies", settlePuppy),
];

const isCounted = (table: RecordTable): boolean =>
  STEPS.some((step) => step.table === table && !step.isComparing);

/** What is counted by its projections alone comes last: a restore under way knows the others by their numbers. */
export const RESTORE_STEPS = [
  ...STEPS,
  ...tablesOfKind("record")
    .filter((table) => isProjected(table) && !isCounted(table))
    .map((table) => counting(table)),
];
