/** Adds restored records to the activity list. */
import { ACTIVITY_RECORDS, type ActivityRecord, type ActivityType } from "../../../domain/dashboard/rules";
import type { Area } from "../../../domain/permissions/rules";
import { areaOfRow, historyOf } from "../../../domain/history/records";
import { recordInWords } from "../../../domain/history/words";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";

/** The keys are the areas of restored records. Other areas have no activities. */
const TYPES: Partial<Record<Area, ActivityType>> = {
  dogs: "dog_changed",
  breeding: "breeding",
  health: "health_record",
};

const isActivityRecord = (table: string): table is ActivityRecord =>
  ACTIVITY_RECORDS.some((each) => each === table);

export async function logUndelete(
  ctx: MutationCtx,
  { kennelId, table, title }: Doc<"changes">,
  recordId: string,
): Promise<void> {
  const id = ctx.db.normalizeId(table, recordId);
  const type = TYPES[areaOfRow(table, (id && (await ctx.db.get(table, id))) ?? {})];
  if (!type) return;
  const row = isActivityRecord(table) ? ctx.db.normalizeId(table, recordId) : null;
  const dogId = table === "dogs" ? ctx.db.normalizeId("dogs", recordId) : null;
  await recordActivity(ctx, kennelId, {
    type,
    title: `${historyOf(table).label} brought back`,
    description: recordInWords({ table, title, dogName: null, event: null }),
    ...(dogId && { dogId }),
    ...(row && isActivityRecord(table) && { record: { table, id: row } }),
  });
}
