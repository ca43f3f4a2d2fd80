/** A dog with photos has one main photo. */
import { chosenOf, watch, type Settle } from "../../platform/model/following";
import { MOST_COMPARED } from "../../platform/model/restoring";
import { saveChanged } from "../../platform/model/saving";
import { photosOfDog } from "./photos";

const mainPhoto: Settle<"dogs"> = {
  name: "main photo",
  owners: ["dogs"],
  watches: [watch({ table: "photos", fields: ["dogId", "isPrimary"], ownerOf: ({ dogId }) => dogId })],
  recalculate: async (ctx, dog, former) => {
    const rows = await photosOfDog(ctx, dog).take(MOST_COMPARED);
    const chosen = chosenOf(rows, former("photos", rows), ({ isPrimary }) => isPrimary);
    for (const row of rows) {
      await saveChanged(ctx, "photos", row, { isPrimary: row._id === chosen?._id });
    }
    await saveChanged(ctx, "dogs", dog, { primaryPhotoId: chosen?._id });
  },
};

export const dogSettles: readonly Settle[] = [mainPhoto];
