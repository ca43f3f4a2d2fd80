/**
 * When a dog's or puppy's next doses are due, and the vaccinations that are planned by its age, follow its day of birth:
 * at once where one dog or litter is changed, and after an import, whose transaction has other things to read, dog by
 * dog in transactions of their own.
 */
import { MAX_PUPPIES_BORN } from "../../../domain/constants/litters";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { settleDoses } from "./doseRows";
import { patientOf, patientOfDog } from "./patients";
import { isLocked, LOOK_AGAIN_MS } from "../../platform/model/restoreLocks";

/** Dogs of one transaction. */
const BATCH = 10;

/** Lets a dog's doses and planned vaccinations follow its day of birth. */
export const followBirth = async (ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> =>
  await settleDoses(ctx, patientOfDog(dog));

/** Lets the doses of a litter's puppies that are no dogs yet follow the day of birth. */
export async function followLitterBirth(ctx: MutationCtx, litter: Doc<"litters">): Promise<void> {
  const puppies = await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_litter_and_order", (q) =>
      q.eq("kennelId", litter.kennelId).eq("litterId", litter._id),
    )
    .take(MAX_PUPPIES_BORN);
  for (const { _id: puppyId, dogId } of puppies) {
    const patient = dogId === undefined && (await patientOf(ctx, { puppyId }));
    if (patient) await settleDoses(ctx, patient);
  }
}

/** Has the planned vaccinations of dogs follow once this transaction is over. */
export async function followBirthsLater(ctx: MutationCtx, dogIds: readonly Id<"dogs">[]): Promise<void> {
  if (dogIds.length === 0) return;
  await ctx.scheduler.runAfter(0, internal.vaccinations.births.follow, {
    dogIds: [...dogIds],
  });
}

/** Lets the planned vaccinations of dogs of one kennel follow, batch by batch, after a restore that is under way. */
export async function followBirths(ctx: MutationCtx, dogIds: readonly Id<"dogs">[]): Promise<null> {
  const first = dogIds[0] && (await ctx.db.get("dogs", dogIds[0]));
  if (first && (await isLocked(ctx, first.kennelId))) {
    const waiting = { dogIds: [...dogIds] };
    await ctx.scheduler.runAfter(LOOK_AGAIN_MS, internal.vaccinations.births.follow, waiting);
    return null;
  }
  for (const dogId of dogIds.slice(0, BATCH)) {
    const dog = await ctx.db.get("dogs", dogId);
    if (dog) await followBirth(ctx, dog);
  }
  await followBirthsLater(ctx, dogIds.slice(BATCH));
  return null;
}
