/** A litter's puppies, and a dog as the puppy it once was; apart from the rest of puppies, which itself makes dogs. */
import { MAX_PUPPIES_BORN } from "../../../domain/constants/litters";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** Finds the puppy that became a dog of the kennel. */
export const puppyOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"puppies"> | null> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .first();

/** Takes the link out of the puppy that became a dog which is going to be deleted. */
export async function releasePuppy(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const puppy = await puppyOf(ctx, dog);
  if (puppy) await ctx.db.patch("puppies", puppy._id, { dogId: undefined });
}

/** Reads a litter's puppies in the order of their birth. */
export const puppiesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"litters">, "_id" | "kennelId">,
): Promise<Doc<"puppies">[]> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_litter_and_order", (q) => q.eq("kennelId", kennelId).eq("litterId", _id))
    .take(MAX_PUPPIES_BORN);
