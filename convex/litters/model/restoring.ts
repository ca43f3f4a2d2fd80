/** What a litter says of its puppies, calculated again after a restore. */
import { tallyPuppies } from "../../../domain/litters/counts";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { puppiesOf } from "./puppyRows";

/** A litter has at least the puppies that are recorded. */
export async function compareLitter(ctx: MutationCtx, litter: Doc<"litters">): Promise<void> {
  const { recorded, deceased, males, females } = tallyPuppies(await puppiesOf(ctx, litter));
  const numberBorn = Math.max(litter.numberBorn, recorded);
  await ctx.db.patch("litters", litter._id, {
    numberBorn,
    numberAlive: Math.min(Math.max(litter.numberAlive, recorded - deceased), numberBorn),
    numberMales: Math.max(litter.numberMales, males),
    numberFemales: Math.max(litter.numberFemales, females),
  });
}
