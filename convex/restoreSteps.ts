/** Assembles what a restore does after it wrote the records; what follows from them is said by the areas. */
import { arePartsOf, isProjected } from "./platform/model/countFollowing";
import { unchanged } from "./platform/model/following";
import { tablesOfKind } from "./platform/model/kennelTables";
import { comparing, counting, countingParts, type Step } from "./platform/model/restoring";
import { compareDog } from "./dogs/model/restoring";
import { compareHealthRecord } from "./health/model/restoring";
import { comparePhoto } from "./litters/model/restoring";
import { renewNotice } from "./reminders/model/restoring";
import { SETTLES } from "./settles";

/** What is done, in its order: records are brought in line with each other, then counted. */
export const RESTORE_STEPS: readonly Step[] = [
  comparing("photos", comparePhoto),
  comparing("dogs", compareDog, "empty"),
  comparing("healthRecords", compareHealthRecord, "empty"),
  ...tablesOfKind("record").filter(arePartsOf).map(countingParts),
  // Also where all was put back exactly: time has passed.
  { ...comparing("reminders", renewNotice), isComparing: false },
  ...SETTLES.flatMap((settle) =>
    settle.owners.map((table) =>
      comparing(table, async (ctx, row) => await settle.recalculate(ctx, row, unchanged), settle.name),
    ),
  ),
  ...tablesOfKind("record").filter(isProjected).map(counting),
];
