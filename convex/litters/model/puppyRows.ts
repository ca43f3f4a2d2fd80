/**
 * Reads the rows of litters and their puppies. This module is separate because the other models of puppies import
 * dogs.
 */
import { MAX_PUPPIES_BORN } from "../../../domain/litters/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

type Litter = Pick<Doc<"litters">, "_id" | "kennelId">;

/** The puppies are in the order of birth. */
export const queryPuppies = (ctx: QueryCtx, { kennelId, _id }: Litter) =>
  ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_litter_and_order", (q) => q.eq("kennelId", kennelId).eq("litterId", _id));

/** The puppies are in the order of birth. */
export const puppiesOf = async (ctx: QueryCtx, litter: Litter): Promise<Doc<"puppies">[]> =>
  await queryPuppies(ctx, litter).take(MAX_PUPPIES_BORN);
