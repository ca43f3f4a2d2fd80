/**
 * Updates of litters and breedings that follow from changes of puppies and litters. Source: decision GAP-LIT-03.
 */
import { fitPuppies, followPuppies, tallyPuppies } from "../../domain/litters/counts";
import { MAX_PHOTOS_PER_DOG } from "../../domain/photos/rules";
import { littersOf } from "../breedings/model/breedings";
import { photosOfDog, photosOfPuppy } from "../dogs/model/photos";
import type { Doc, Id } from "../_generated/dataModel";
import { puppyOfDog } from "../health/model/dogWeights";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { puppiesOf } from "./model/puppyRows";
import { isOnList, rankAt } from "./model/waitingList";

type Places = ReadonlyMap<Id<"puppies">, number>;

const placesOf = (puppies: readonly Doc<"puppies">[]): Places =>
  new Map(puppies.map(({ _id, order }) => [_id, order]));

/**
 * If a puppy is deleted, later puppies move up. A restored puppy gets its former position. A moved puppy exchanges
 * positions with the other puppy.
 */
function settlePlaces(was: Places, is: Places): Places {
  const places = new Map(is);
  const moveFrom = (place: number, by: 1 | -1, but?: Id<"puppies">) => {
    for (const [id, order] of places) if (id !== but && order >= place) places.set(id, order + by);
  };
  const gone = [...was].filter(([id]) => !is.has(id)).map(([, order]) => order);
  for (const order of gone.sort((one, other) => other - one)) moveFrom(order + 1, -1);
  for (const [id, order] of is) {
    const former = was.get(id);
    const holder =
      former === order ? undefined : [...places].find(([other, at]) => other !== id && at === order);
    if (!holder) continue;
    if (former === undefined) moveFrom(order, 1, id);
    else places.set(holder[0], former);
  }
  return places;
}

/** The litter's counts are calculated from its puppies, and each puppy has its own position. */
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
    // If puppies are restored together with their litter, the litter's counts are already correct.
    const before = isNew ? puppies : former("puppies", puppies);
    const places = settlePlaces(placesOf(before), placesOf(puppies));
    for (const puppy of puppies) {
      await saveChanged(ctx, "puppies", puppy, { order: places.get(puppy._id) ?? puppy.order });
    }
    const [was, is] = [tallyPuppies(before), tallyPuppies(puppies)];
    const isSame = JSON.stringify(was) === JSON.stringify(is);
    const counts = isSame ? fitPuppies(litter, is) : followPuppies(litter, was, is);
    await saveChanged(ctx, "litters", litter, counts);
  },
};

/** A breeding's whelping date and counts are copied from its litters. They are empty if there is no litter. */
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

/**
 * When a puppy is recorded as a dog, its photos are moved to the dog, the oldest first, until the dog has no more
 * room.
 */
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
      // Deleting a photo of the dog makes room for a photo that was left out.
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
      // If the dog has no photo, the newest photo becomes primary.
      const isPrimary = own.length === 0 && _id === moving.at(-1)?._id;
      await ctx.db.patch("photos", _id, { dogId: dog._id, puppyId: undefined, isPrimary });
    }
  },
};

/**
 * The time at which an applicant leaves the waiting list becomes the applicant's rank among the former applicants.
 * An applicant who returns gets the earlier rank back.
 */
const listPlaces: Settle<"waitingList"> = {
  name: "places on the waiting list",
  owners: ["waitingList"],
  isLight: true,
  watches: [watch({ table: "waitingList", fields: ["status", "rank"], ownerOf: ({ _id }) => _id })],
  recalculate: async (ctx, applicant, former) => {
    const [before] = former("waitingList", [applicant]);
    const isActive = isOnList(applicant);
    const { rank } = before ?? applicant;
    if (before && isOnList(before) !== isActive) {
      await ctx.db.patch("waitingList", applicant._id, {
        isActive,
        rank: isActive ? await rankAt(ctx, applicant, before.leftRank) : Date.now(),
        leftRank: isActive ? undefined : rank,
      });
    } else if (isActive) {
      // Another applicant may have taken the rank of a returning applicant.
      await saveChanged(ctx, "waitingList", applicant, {
        rank: await rankAt(ctx, applicant, applicant.rank),
      });
    }
  },
};

export const litterSettles: readonly Settle[] = [litterNumbers, breedingNumbers, grownPhotos, listPlaces];
