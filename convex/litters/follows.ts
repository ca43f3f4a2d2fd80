/** What litters and breedings say of their puppies and litters. Source: decision GAP-LIT-03. */
import { fitPuppies, followPuppies, tallyPuppies } from "../../domain/litters/counts";
import { MAX_PHOTOS_PER_DOG } from "../../domain/photos/rules";
import { littersOf } from "../breedings/model/breedings";
import { photosOfDog, photosOfPuppy } from "../dogs/model/photos";
import { puppyOfDog } from "../health/model/dogWeights";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { puppiesOf } from "./model/puppyRows";

/** A litter's numbers follow its puppies; those that come back take their places in the order of birth again. */
const litterNumbers: Settle<"litters"> = {
  name: "litter numbers",
  owners: ["litters"],
  watches: [
    watch({
      table: "puppies",
      fields: ["litterId", "order", "status", "gender"],
      ownerOf: ({ litterId }) => litterId,
    }),
  ],
  recalculate: async (ctx, litter, former) => {
    const puppies = await puppiesOf(ctx, litter);
    const isNew = former("litters", [litter]).length === 0;
    // What comes back with its litter fits that one.
    const before = isNew ? puppies : former("puppies", puppies);
    const known = new Set(before.map(({ _id }) => _id));
    for (const { _id, order } of puppies.filter((puppy) => !known.has(puppy._id))) {
      const others = puppies.filter((other) => other._id !== _id);
      if (!others.some((other) => other.order === order)) continue;
      for (const other of others.filter((each) => each.order >= order)) {
        await ctx.db.patch("puppies", other._id, { order: other.order + 1 });
      }
    }
    const [was, is] = [tallyPuppies(before), tallyPuppies(puppies)];
    const isSame = JSON.stringify(was) === JSON.stringify(is);
    const counts = isSame ? fitPuppies(litter, is) : followPuppies(litter, was, is);
    await saveChanged(ctx, "litters", litter, counts);
  },
};

/** A breeding's day of birth and numbers are those of its litters; without any it has none. */
const breedingNumbers: Settle<"breedings"> = {
  name: "breeding numbers",
  owners: ["breedings"],
  watches: [
    watch({
      table: "litters",
      fields: ["breedingId", "whelpingDate", "numberBorn", "numberAlive"],
      ownerOf: ({ breedingId }) => breedingId,
    }),
  ],
  recalculate: async (ctx, breeding) => {
    const litters = await littersOf(ctx, breeding);
    const sumOf = (field: "numberBorn" | "numberAlive") =>
      litters.length === 0 ? undefined : litters.reduce((sum, litter) => sum + litter[field], 0);
    await saveChanged(ctx, "breedings", breeding, {
      actualDueDate: litters.map(({ whelpingDate }) => whelpingDate).sort()[0],
      numberBorn: sumOf("numberBorn"),
      numberAlive: sumOf("numberAlive"),
    });
  },
};

/** The photos of a puppy that became a dog are the dog's, the oldest first, as far as it has room for them. */
const grownPhotos: Settle<"puppies"> = {
  name: "grown photos",
  owners: ["puppies"],
  watches: [
    watch({
      table: "puppies",
      fields: ["dogId"],
      ownerOf: ({ _id, dogId }) => (dogId === undefined ? undefined : _id),
    }),
    watch({
      table: "photos",
      fields: ["puppyId", "dogId"],
      ownerOf: ({ puppyId }) => puppyId,
      // Where a photo of the dog is deleted, it has room for one that waits.
      ownersOf: async (ctx, { dogId, kennelId }) => {
        const puppy = dogId && (await puppyOfDog(ctx, { _id: dogId, kennelId }));
        return puppy ? [puppy._id] : [];
      },
    }),
  ],
  recalculate: async (ctx, puppy) => {
    const dog = puppy.dogId && (await ctx.db.get("dogs", puppy.dogId));
    const waiting = dog ? await photosOfPuppy(ctx, puppy).take(MAX_PHOTOS_PER_DOG) : [];
    if (!dog || waiting.length === 0) return;
    const own = await photosOfDog(ctx, dog).take(MAX_PHOTOS_PER_DOG);
    const moving = waiting.slice(0, MAX_PHOTOS_PER_DOG - own.length);
    for (const { _id } of moving) {
      // Of a dog without any the newest becomes the main photo.
      const isPrimary = own.length === 0 && _id === moving.at(-1)?._id;
      await ctx.db.patch("photos", _id, { dogId: dog._id, puppyId: undefined, isPrimary });
    }
  },
};

export const litterSettles: readonly Settle[] = [litterNumbers, breedingNumbers, grownPhotos];
