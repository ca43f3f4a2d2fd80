/** The rows of litters and their puppies; apart from the rest of puppies, which itself makes dogs. */
import { MAX_PUPPIES_BORN } from "../../../domain/litters/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Reads a litter's puppies in the order of their birth. */
export const puppiesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"litters">, "_id" | "kennelId">,
): Promise<Doc<"puppies">[]> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_litter_and_order", (q) => q.eq("kennelId", kennelId).eq("litterId", _id))
    .take(MAX_PUPPIES_BORN);
