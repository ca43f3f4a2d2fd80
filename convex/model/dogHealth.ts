/** A dog's health as its page shows it: records and doses, the newest first. */
import { v, type Infer } from "convex/values";
import { HEALTH_HISTORY_LIMIT } from "../../domain/constants/health";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { healthRecordShape, immunizationShape, toHealthRecord, toImmunization } from "./healthShape";

export const dogHealthShape = v.object({
  records: v.array(healthRecordShape),
  immunizations: v.array(
    immunizationShape.extend({
      /** Whether it is the dog's newest dose of its vaccine, the only one with a due state: decision GAP-IMM-07. */
      isNewest: v.boolean(),
    }),
  ),
});

/** Answers a dog's newest records and doses. */
export async function describeDogHealth(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof dogHealthShape>> {
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(HEALTH_HISTORY_LIMIT);
  const doses = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(HEALTH_HISTORY_LIMIT);
  const seen = new Set<string>();
  return {
    records: records.map(toHealthRecord),
    immunizations: doses.map((row) => {
      const isNewest = !seen.has(row.vaccineKey);
      seen.add(row.vaccineKey);
      return { ...toImmunization(row), isNewest };
    }),
  };
}
