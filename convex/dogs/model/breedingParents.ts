/** A dog as the sire or dam of breedings: how many there are, and their stud fees when its record goes. */
import { breedingsOf } from "./parentage";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_FOLLOWING_AT_ONCE } from "../../platform/model/changes/cascadeBudget";
import { settleOldStudFee } from "./studFees";
import { BREEDING_HISTORY_LIMIT } from "../../../domain/breedings/rules";

/** Counts a dog's breedings, up to what its history shows. */
export async function countBreedings(ctx: QueryCtx, dog: Doc<"dogs">): Promise<number> {
  return (await breedingsOf(ctx, dog).take(BREEDING_HISTORY_LIMIT)).length;
}

/** Settles which way the stud fees of the breedings of a dog that goes go, while that is known. */
export async function settleStudFeesOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  for (const breeding of await breedingsOf(ctx, dog).take(MAX_FOLLOWING_AT_ONCE)) {
    const settled = await settleOldStudFee(ctx, breeding);
    if (settled) await ctx.db.patch("breedings", breeding._id, settled);
  }
}
