/** Rules for undoing changes of a placement, in addition to the general rules. */
import type { Reverts } from "../../platform/model/changes/reverting";
import { statusWith } from "./placements";

export const placementReverts: Reverts = {
  placements: {
    // The history contains only the fields that people enter. The status is calculated from them.
    prepare: async (ctx, row, values) => ({ ...values, status: await statusWith(ctx, row, values) }),
  },
};
