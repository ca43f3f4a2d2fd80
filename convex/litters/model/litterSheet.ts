/** Reads the content of a litter's exported sheet in one transaction. Source: GAP-LIT-04. */
import { v, type Infer } from "convex/values";
import { allRegistrationsText } from "../../../domain/dogs/registrations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { litterShape } from "../../breedings/model/breedingShape";
import { requireKennel } from "../../platform/model/people/kennels";
import { findTimeZone } from "../../platform/model/people/timeZones";
import { textOrNull } from "../../platform/tables/shared";
import { describeLitter } from "./litters";
import { puppies as puppyKind } from "./puppies";
import { listRecentWeights } from "./puppyWeights";

const parentShape = v.object({ name: v.string(), breed: textOrNull, registrations: textOrNull });

export const litterSheetShape = v.object({
  kennelName: v.string(),
  /** Times of birth are printed in this time zone. */
  timeZone: textOrNull,
  sire: parentShape,
  dam: parentShape,
  litter: litterShape,
  puppies: v.array(puppyKind.shape.extend({ latestGrams: v.union(v.number(), v.null()) })),
});

async function describeParent(
  ctx: QueryCtx,
  id: Id<"dogs"> | null,
  name: string | null,
): Promise<Infer<typeof parentShape>> {
  const dog = id && (await ctx.db.get("dogs", id));
  return {
    name: dog?.name ?? name ?? "Unknown",
    breed: dog?.breed ?? null,
    registrations: dog ? allRegistrationsText(dog) : null,
  };
}

export async function describeLitterSheet(
  ctx: QueryCtx,
  row: Doc<"litters">,
): Promise<Infer<typeof litterSheetShape>> {
  const { breeding, puppies, kennelId, ...litter } = await describeLitter(ctx, row);
  const kennel = await requireKennel(ctx, kennelId);
  const weights = await listRecentWeights(ctx, row);
  return {
    kennelName: kennel.name,
    timeZone: await findTimeZone(ctx, kennelId),
    sire: await describeParent(ctx, breeding.sireId, breeding.sireName),
    dam: await describeParent(ctx, breeding.damId, breeding.damName),
    litter,
    puppies: puppies.map((puppy) => ({
      ...puppy,
      latestGrams: weights.find(({ puppyId }) => puppyId === puppy._id)?.grams ?? puppy.birthWeightGrams,
    })),
  };
}
