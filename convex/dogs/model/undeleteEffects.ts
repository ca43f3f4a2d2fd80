/** What follows when dogs and their photos are there again after a deletion. */
import { isCounted } from "../../../domain/billing/dog-limit";
import { fail, failOnFields } from "../../../domain/errors";
import { adjustCountedDogs, adjustCounter, moveDogStatus } from "../../platform/model/counters";
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { checkDogRoom } from "../../billing/model/dogLimit";
import { checkRelations, moveOffspringCounts } from "./dogRelations";
import { valuesOf } from "./dogValues";
import { raiseRevision } from "./pedigreeStates";
import { checkRoom as checkKennelRoom } from "./dogs";
import { checkReturn, countPhoto } from "./photos";

const afterUndeleteDog: AfterUndelete<"dogs"> = async (ctx, dog) => {
  const { kennelId, isExternal, status } = dog;
  const { errors } = await checkRelations(ctx, kennelId, valuesOf(dog), dog);
  const { registrationNumber, microchipNumber } = errors;
  failOnFields({
    ...(registrationNumber !== undefined && { registrationNumber }),
    ...(microchipNumber !== undefined && { microchipNumber }),
  });
  await checkKennelRoom(ctx, kennelId, isExternal);
  await adjustCounter(ctx, kennelId, isExternal ? "externalDogs" : "dogs", 1);
  if (!isExternal) {
    await checkDogRoom(ctx, kennelId, status, null);
    await adjustCountedDogs(ctx, kennelId, isCounted(status) ? 1 : 0);
    await moveDogStatus(ctx, kennelId, null, status);
  }
  const parents = { sireId: dog.sireId ?? null, damId: dog.damId ?? null };
  await moveOffspringCounts(ctx, { sireId: null, damId: null }, parents);
  await raiseRevision(ctx, kennelId);
};

/** Counts a dog's photo that is there again; the photos of puppies are those of their area. */
export const afterUndeletePhoto: AfterUndelete<"photos"> = async (ctx, photo, { isWithin }) => {
  if (isWithin(photo.dogId ?? "")) return;
  const dog = (photo.dogId && (await ctx.db.get("dogs", photo.dogId))) ?? fail("NOT_FOUND");
  checkReturn(dog);
  await countPhoto(ctx, dog, photo._id, photo.isPrimary);
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const dogEffects: UndeleteEffects = {
  dogs: afterUndeleteDog,
};
