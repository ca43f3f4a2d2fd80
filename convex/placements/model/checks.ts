/** Validity of placements and of the papers that were handed over. */
import { checkPlacementDays, MAX_PAPERS, PLACEMENT_STATE } from "../../../domain/placements/record";
import { checkRow } from "../../../domain/records/row-check";
import { roomOf, type Checks } from "../../platform/model/changes/checking";
import { animalOf, bornOnOf } from "./placements";

export const placementChecks: Checks = {
  placements: {
    own: (row, today) => ({ ...checkRow(PLACEMENT_STATE, row), ...checkPlacementDays(row, { today }) }),
    among: async (ctx, row, { today }) => {
      const animal = await animalOf(ctx, row);
      return animal ? checkPlacementDays(row, { today, bornOn: await bornOnOf(ctx, animal) }) : {};
    },
  },
  placementPapers: {
    own: ({ handedOn }, today) => (handedOn > today ? { handedOn: "Day cannot be in the future" } : {}),
    returning: roomOf(
      MAX_PAPERS,
      ({ placementId }) => placementId,
      (ctx, { kennelId, placementId }) =>
        ctx.db
          .query("placementPapers")
          .withIndex("by_kennel_and_placement", (q) =>
            q.eq("kennelId", kennelId).eq("placementId", placementId),
          ),
    ),
  },
};
