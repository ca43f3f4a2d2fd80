/**
 * A dog as the sire or dam of breedings: how they are found, and that they keep its name when its record goes.
 * Source: decision GAP-DOG-15.
 */
import { breedingsOf } from "../../platform/model/parentage";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { followAtOnce } from "../../platform/model/cascadeRoom";
import { settleOldStudFee } from "./studFees";
import { BREEDING_HISTORY_LIMIT } from "../../../domain/constants/breedings";

/** Breedings read of one deleted dog: more than it may leave behind in one transaction. */
const MAX_RELEASED = 4000;

/** Counts a dog's breedings, up to what its history shows. */
export async function countBreedings(ctx: QueryCtx, dog: Doc<"dogs">): Promise<number> {
  return (await breedingsOf(ctx, dog).take(BREEDING_HISTORY_LIMIT)).length;
}

/** Leaves the name of a dog that goes in its breedings, as text; which way a stud fee goes is settled while it is known. Throws TOO_MANY_AT_ONCE. */
export async function releaseBreedings(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const breedings = await breedingsOf(ctx, dog).take(MAX_RELEASED);
  followAtOnce(ctx, breedings.length);
  for (const breeding of breedings) {
    const change =
      dog.gender === "male"
        ? { sireId: undefined, sireName: dog.name }
        : { damId: undefined, damName: dog.name };
    await ctx.db.patch("breedings", breeding._id, { ...(await settleOldStudFee(ctx, breeding)), ...change });
  }
}
