/** What follows from changes of breedings. */
import { kindOfMating, TYPE_OF_MATING } from "../../domain/breedings/rules";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { matingOn } from "./model/matings";

/**
 * The mating on the breeding's date has the same date and type as the breeding; when the breeding's date is
 * corrected, it moves too.
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
    const mating =
      (await matingOn(ctx, breeding, on)) ?? (before && (await matingOn(ctx, breeding, before.breedingDate)));
    if (!mating) return;
    const kind = TYPE_OF_MATING[mating.kind] === breedingType ? mating.kind : kindOfMating(breedingType);
    await saveChanged(ctx, "matings", mating, { on, kind });
  },
};

export const breedingSettles: readonly Settle[] = [countingMating];
