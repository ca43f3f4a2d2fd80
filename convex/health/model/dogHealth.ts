/** A dog's health as its page shows it: records and doses, the newest first. */
import { v, type Infer } from "convex/values";
import { HEALTH_HISTORY_LIMIT } from "../../../domain/health/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { healthRecordShape, toHealthRecord } from "./healthShape";
import { immunizationShape, toImmunization } from "../../vaccinations/model/immunizationShape";

export const dogHealthShape = v.object({
  records: v.array(healthRecordShape),
  immunizations: v.array(immunizationShape),
});

/** Returns a dog's newest records and doses. */
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
  return { records: records.map(toHealthRecord), immunizations: doses.map(toImmunization) };
}
