/** Updates that follow from changes of breedings. */
import { kindOfMating, TYPE_OF_MATING } from "../../domain/breedings/rules";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { countingAmong, matingsOf } from "./model/matings";

/**
 * The mating that counts has the breeding's date and type, so it changes when these are corrected. If another
 * mating already has the new date, or the same date with the new type, nothing changes.
 */
const countingMating: Settle<"breedings"> = {
  name: "counting matings",
  owners: ["breedings"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "breedings",
      fields: ["breedingDate", "breedingType"],
      ownerOf: ({ _id }) => _id,
    }),
  ],
  recalculate: async (ctx, breeding, former) => {
    const { breedingDate: on, breedingType } = breeding;
    const [before] = former("breedings", [breeding]);
    const rows = await matingsOf(ctx, breeding);
    if (!before || countingAmong(rows, breeding)) return;
    if (on !== before.breedingDate && rows.some((row) => row.on === on)) return;
    const counted = countingAmong(rows, before);
    if (!counted) return;
    const isSameType = TYPE_OF_MATING[counted.kind] === breedingType;
    const kind = isSameType ? counted.kind : kindOfMating(breedingType);
    await saveChanged(ctx, "matings", counted, { on, kind });
  },
};

export const breedingSettles: readonly Settle[] = [countingMating];
