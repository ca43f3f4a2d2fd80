/** Validates placements and the documents that were handed over. */
import {
  checkPlacementDays,
  MAX_PAPERS,
  PLACEMENT_STATE,
  placementStatus,
} from "../../../domain/placements/record";
import { checkRow } from "../../../domain/records/row-check";
import { isAmongFirst, roomOf, type Checks } from "../../platform/model/changes/checking";
import { animalOf, bornOnOf, queryPapers } from "./placements";

export const placementChecks: Checks = {
  placements: {
    own: (row, today) => ({
      ...checkRow(PLACEMENT_STATE, row),
      ...checkPlacementDays(row, { today }),
      ...(row.puppyId && row.dogId && { dogId: "A placement is a puppy's or a dog's" }),
    }),
    // The status of an open placement is calculated (follows.ts).
    derived: (row) => (row.endedAt || row.returnedOn ? { status: placementStatus(row, true) } : {}),
    among: async (ctx, row, { today }) => {
      const animal = await animalOf(ctx, row);
      return animal ? checkPlacementDays(row, { today, bornOn: await bornOnOf(ctx, animal) }) : {};
    },
  },
  placementPapers: {
    own: ({ handedOn }, today) => (handedOn > today ? { handedOn: "Day cannot be in the future" } : {}),
    among: async (ctx, row) =>
      (await isAmongFirst(queryPapers(ctx, { ...row, _id: row.placementId }), MAX_PAPERS, row))
        ? {}
        : { placementId: `A placement has at most ${MAX_PAPERS} papers` },
    returning: roomOf(
      MAX_PAPERS,
      ({ placementId }) => placementId,
      (ctx, { kennelId, placementId }) => queryPapers(ctx, { kennelId, _id: placementId }),
    ),
  },
};
