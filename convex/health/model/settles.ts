/** Each dog with veterinarians has one primary veterinarian. */
import { chosenOf, watch, type Settle } from "../../platform/model/following";
import { saveChanged } from "../../platform/model/saving";
import { veterinariansOf } from "./veterinaryRecords";

const primaryVeterinarian: Settle<"dogs"> = {
  name: "primary veterinarian",
  owners: ["dogs"],
  watches: [
    watch({ table: "veterinaryRecords", fields: ["dogId", "isPrimary"], ownerOf: ({ dogId }) => dogId }),
  ],
  recalculate: async (ctx, { kennelId, _id }, former) => {
    const rows = await veterinariansOf(ctx, kennelId, _id);
    const chosen = chosenOf(rows, former("veterinaryRecords", rows), ({ isPrimary }) => isPrimary);
    for (const row of rows) {
      await saveChanged(ctx, "veterinaryRecords", row, { isPrimary: row._id === chosen?._id });
    }
  },
};

export const healthSettles: readonly Settle[] = [primaryVeterinarian];
