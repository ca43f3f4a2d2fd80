/** The stored weights of a dog: reading them, and deleting them with the dog. */
import { MAX_WEIGHTS_PER_DOG } from "../../domain/constants/medications";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Reads a dog's weights, the newest first. */
export const weightRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"dogWeights">[]> =>
  await ctx.db
    .query("dogWeights")
    .withIndex("by_kennel_and_dog_and_weighed", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(MAX_WEIGHTS_PER_DOG);

/** Deletes the weights of a dog that goes. */
export async function removeWeightsOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  for (const { _id } of await weightRowsOf(ctx, dog)) await ctx.db.delete("dogWeights", _id);
}
