/** What follows when dogs and their photos are there again after a deletion. */
import { isCounted } from "../../../domain/billing/dog-limit";
import { fail } from "../../../domain/errors";
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { checkDogLimitAfter } from "../../billing/model/dogLimit";
import { checkRelations } from "./dogRelations";
import { valuesOf } from "./dogValues";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { checkRoom as checkKennelRoom } from "./dogs";
import { withPending } from "../../platform/model/countFollowing";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { checkReturn } from "./photos";

/**
 * Takes parents that can no longer be a dog's out of it, which have changed since; their names stay, as those of parents
 * that are deleted do. Returns null where all fit.
 */
export async function withoutMisfits(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  before: Doc<"dogs"> = dog,
): Promise<Partial<Doc<"dogs">> | null> {
  const { errors } = await checkRelations(ctx, dog.kennelId, valuesOf(dog), before);
  const changes: Partial<Doc<"dogs">> = {};
  for (const [field, name] of [
    ["sireId", "sireName"],
    ["damId", "damName"],
  ] as const) {
    const id = dog[field];
    if (errors[field] === undefined || id === undefined) continue;
    changes[field] = undefined;
    changes[name] = (await ctx.db.get("dogs", id))?.name;
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

const afterUndeleteDog: AfterUndelete<"dogs"> = async (ctx, dog) => {
  const { kennelId, isExternal, status } = dog;
  const changes = await withoutMisfits(ctx, dog);
  if (changes) await ctx.db.patch("dogs", dog._id, changes);
  // It is there and counted already.
  await checkKennelRoom(ctx, kennelId, isExternal, 0);
  if (!isExternal && isCounted(status)) await checkDogLimitAfter(ctx, kennelId, 0);
};

/** Checks that there is room for a dog's photo that is there again; the photos of puppies are those of their area. */
export const afterUndeletePhoto: AfterUndelete<"photos"> = async (ctx, photo, { isWithin }) => {
  if (isWithin(photo.dogId ?? "")) return;
  const dog = (photo.dogId && (await ctx.db.get("dogs", photo.dogId))) ?? fail("NOT_FOUND");
  // It is counted among them already.
  checkReturn({ photoCount: withPending(ctx, DOG_PARTS, dog).photoCount - 1 });
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const dogEffects: UndeleteEffects = {
  dogs: afterUndeleteDog,
};
