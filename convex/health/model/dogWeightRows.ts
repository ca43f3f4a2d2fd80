/** The stored weights of a dog: reading them, and deleting them with the dog. */
import { MAX_WEIGHTS_PER_DOG } from "../../../domain/constants/medications";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { childrenNow } from "../../platform/model/cascadeRoom";

const newestFirst = (ctx: QueryCtx, dog: Doc<"dogs">) =>
  ctx.db
    .query("dogWeights")
    .withIndex("by_kennel_and_dog_and_weighed", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc");

/** Reads a dog's weights, the newest first. */
export const weightRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"dogWeights">[]> =>
  await newestFirst(ctx, dog).take(MAX_WEIGHTS_PER_DOG);

/** Deletes the weights of a dog that goes. */
export async function removeWeightsOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const weights = await childrenNow(ctx, dog, "dogWeights.dogId", newestFirst(ctx, dog));
  for (const { _id } of weights) await ctx.db.delete("dogWeights", _id);
}
