/** What follows when litters, puppies and photos are there again after a deletion. */
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { followChange, followLitters } from "./litterPuppies";
import { afterUndeletePhoto as afterUndeleteDogPhoto } from "../../dogs/model/undeleteEffects";
import { returnPuppyPhoto } from "./puppyPhotos";
import { puppiesOf } from "./puppyRows";

const afterUndeleteLitter: AfterUndelete<"litters"> = async (ctx, litter) => {
  await followLitters(ctx, { _id: litter.breedingId, kennelId: litter.kennelId });
};

const afterUndeletePuppy: AfterUndelete<"puppies"> = async (ctx, puppy, { isWithin }) => {
  if (isWithin(puppy.litterId)) return;
  const all = await puppiesOf(ctx, { _id: puppy.litterId, kennelId: puppy.kennelId });
  const others = all.filter(({ _id }) => _id !== puppy._id);
  // It takes its place in the order of birth again; those behind it make room.
  if (others.some(({ order }) => order === puppy.order)) {
    for (const other of others) {
      if (other.order >= puppy.order) await ctx.db.patch("puppies", other._id, { order: other.order + 1 });
    }
  }
  await followChange(ctx, puppy.litterId, others);
};

const afterUndeletePhoto: AfterUndelete<"photos"> = async (ctx, photo, step) => {
  if (photo.puppyId === undefined) await afterUndeleteDogPhoto(ctx, photo, step);
  else await returnPuppyPhoto(ctx, photo, step.isWithin(photo.puppyId));
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const litterEffects: UndeleteEffects = {
  litters: afterUndeleteLitter,
  puppies: afterUndeletePuppy,
  photos: afterUndeletePhoto,
};
