/** A litter's puppies, and a dog as the puppy it once was; apart from the rest of puppies, which itself makes dogs. */
import { MAX_PUPPIES_BORN } from "../../../domain/constants/litters";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Finds the puppy that became a dog of the kennel. */
export const puppyOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"puppies"> | null> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .first();

/** Reads a litter's puppies in the order of their birth. */
export const puppiesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"litters">, "_id" | "kennelId">,
): Promise<Doc<"puppies">[]> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_litter_and_order", (q) => q.eq("kennelId", kennelId).eq("litterId", _id))
    .take(MAX_PUPPIES_BORN);
