/** What undoing a change of a placement needs besides the general rules. */
import type { Reverts } from "../../platform/model/changes/reverting";
import { statusWith } from "./placements";

export const placementReverts: Reverts = {
  placements: {
    // The history keeps only what people enter, and the status follows from it.
    prepare: async (ctx, row, values) => ({ ...values, status: await statusWith(ctx, row, values) }),
  },
};
