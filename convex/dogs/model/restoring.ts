/** What a dog says of other records, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { refoldDog } from "./refolding";

/** Has a dog begin without parts, which are counted after it. */
export const compareDog = async (ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> =>
  await ctx.db.patch("dogs", dog._id, { ...refoldDog(dog), ...DOG_PARTS.fresh });
