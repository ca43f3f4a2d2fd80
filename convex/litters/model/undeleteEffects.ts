/** What must hold when photos are there again after a deletion. */
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { afterUndeletePhoto as afterUndeleteDogPhoto } from "../../dogs/model/undeleteEffects";
import { checkReturn } from "./puppyPhotos";

const afterUndeletePhoto: AfterUndelete<"photos"> = async (ctx, photo, step) => {
  if (photo.puppyId === undefined) await afterUndeleteDogPhoto(ctx, photo, step);
  else if (!step.isWithin(photo.puppyId)) await checkReturn(ctx, photo);
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const litterEffects: UndeleteEffects = {
  photos: afterUndeletePhoto,
};
