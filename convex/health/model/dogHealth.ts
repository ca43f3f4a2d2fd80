/** The health data on a dog's page: records and doses, the newest first. */
import { v, type Infer } from "convex/values";
import { HEALTH_HISTORY_LIMIT } from "../../../domain/health/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { healthRecordShape, toHealthRecord } from "./healthShape";
import { doses } from "../../vaccinations/model/immunizations";

export const dogHealthShape = v.object({
  records: v.array(healthRecordShape),
  immunizations: v.array(doses.shape.omit("dog", "puppy")),
});

export async function describeDogHealth(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof dogHealthShape>> {
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(HEALTH_HISTORY_LIMIT);
  const given = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(HEALTH_HISTORY_LIMIT);
  const entries = await Promise.all(given.map(doses.answering(ctx)));
  const immunizations = entries.map(({ dog: _dog, puppy: _puppy, ...dose }) => dose);
  return { records: records.map(toHealthRecord), immunizations };
}
