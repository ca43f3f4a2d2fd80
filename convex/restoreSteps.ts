/** Assembles what a restore does after it wrote the records; each area says in its model/restoring.ts how. */
import type { MutationCtx } from "./_generated/server";
import { isProjected } from "./platform/model/countFollowing";
import { withCounts } from "./platform/model/changeRecorder";
import { unchanged } from "./platform/model/following";
import { tablesOfKind, type KennelTable, type RecordTable } from "./platform/model/kennelTables";
import { comparing, counting } from "./platform/model/restoring";
import { compareTemplate } from "./contracts/model/restoring";
import { compareDog } from "./dogs/model/restoring";
import { compareHealthRecord } from "./health/model/restoring";
import { comparePhoto } from "./litters/model/restoring";
import { renewNotice } from "./reminders/model/restoring";
import { SETTLES } from "./settles";

/** Calculates again what the records of an owner say of each other, before they are counted or after it. */
const settling = (name: string, table: KennelTable, isCountedAlready = false) =>
  comparing(table, async (ctx, row) => {
    const settle = SETTLES.find((each) => each.name === name);
    const recalculate = async (writing: MutationCtx) => await settle?.recalculate(writing, row, unchanged);
    await (isCountedAlready ? withCounts(ctx, recalculate) : recalculate(ctx));
  });

/** What is done, in its order: records are brought in line with each other before they are counted. */
const STEPS = [
  comparing("photos", comparePhoto),
  comparing("dogs", compareDog),
  settling("litter numbers", "litters"),
  settling("breeding numbers", "breedings"),
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
  settling("doses", "dogs", true),
  settling("doses", "puppies", true),
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
