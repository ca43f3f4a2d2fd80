/** Ensures that exactly one of a dog's photos is the primary photo. */
import { chosenOf, saveChanged, watch, type Settle } from "../changes/describing";
import { MOST_PHOTOS, photosOfDog } from "./model/photos";

const mainPhoto: Settle<"dogs"> = {
  name: "main photo",
  owners: ["dogs"],
  watches: [watch({ table: "photos", fields: ["dogId", "isPrimary"], ownerOf: ({ dogId }) => dogId })],
  recalculate: async (ctx, dog, former) => {
    const rows = await photosOfDog(ctx, dog).take(MOST_PHOTOS);
    const chosen = chosenOf(rows, former("photos", rows), ({ isPrimary }) => isPrimary);
    for (const row of rows) {
      await saveChanged(ctx, "photos", row, { isPrimary: row._id === chosen?._id });
    }
    await saveChanged(ctx, "dogs", dog, { primaryPhotoId: chosen?._id });
  },
};

export const dogSettles: readonly Settle[] = [mainPhoto];
