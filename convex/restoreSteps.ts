/** Assembles what a restore does after it wrote the records; what follows from them is said by the areas. */
import { isProjected } from "./platform/model/countFollowing";
import { unchanged } from "./platform/model/following";
import { tablesOfKind } from "./platform/model/kennelTables";
import { comparing, counting, type Step } from "./platform/model/restoring";
import { compareDog } from "./dogs/model/restoring";
import { compareHealthRecord } from "./health/model/restoring";
import { comparePhoto } from "./litters/model/restoring";
import { SETTLES } from "./settles";

/** What is done, in its order: records are brought in line with each other, then counted. */
export const RESTORE_STEPS: readonly Step[] = [
  comparing("photos", comparePhoto),
  ...SETTLES.flatMap((settle) =>
    settle.owners.map((table) => ({
      ...comparing(table, async (ctx, row) => await settle.recalculate(ctx, row, unchanged), settle.name),
      isComparing: !settle.isTimely,
    })),
  ),
  comparing("dogs", compareDog),
  comparing("healthRecords", compareHealthRecord),
  ...tablesOfKind("record")
    .filter((table) => isProjected(table))
    .map((table) => counting(table)),
];
