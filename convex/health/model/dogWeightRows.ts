/** The stored weights of a dog. */
import { MAX_WEIGHTS_PER_DOG } from "../../../domain/health/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The newest weight is first. */
export const weightRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"dogWeights">[]> =>
  await ctx.db
    .query("dogWeights")
    .withIndex("by_kennel_and_dog_and_weighed", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(MAX_WEIGHTS_PER_DOG);
