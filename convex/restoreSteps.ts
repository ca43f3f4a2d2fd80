/** Assembles what a restore does after it wrote the records; what follows from them is said by the areas. */
import { arePartsOf, isProjected } from "./changes/follow";
import { unchanged } from "./changes/describing";
import { tablesOfKind } from "./platform/model/changes/kennelTables";
import { comparing, counting, countingParts, type Step } from "./platform/model/changes/restoring";
import { compareDog } from "./dogs/model/restoring";
import { compareHealthRecord } from "./health/model/restoring";
import { comparePhoto } from "./litters/model/restoring";
import { FOLLOWS } from "./follows";

/** What is done, in its order: records are brought in line with each other, then counted. */
export const RESTORE_STEPS: readonly Step[] = [
  comparing("photos", comparePhoto),
  ...FOLLOWS.settles.flatMap((settle) =>
    settle.owners.map((table) => ({
      ...comparing(table, async (ctx, row) => await settle.recalculate(ctx, row, unchanged), settle.name),
      isComparing: !settle.isTimely,
    })),
  ),
  comparing("dogs", compareDog, "empty"),
  comparing("healthRecords", compareHealthRecord, "empty"),
  ...tablesOfKind("record").filter(arePartsOf).map(countingParts),
  ...tablesOfKind("record").filter(isProjected).map(counting),
];
