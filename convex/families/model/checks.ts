/** Validates diary entries. */
import { MAX_DIARY_ENTRIES, MAX_DIARY_PHOTOS } from "../../../domain/families/rules";
import { isAmongFirst, roomOf, type Checks } from "../../platform/model/changes/checking";
import { entriesOf } from "./diary";

export const familyChecks: Checks = {
  diaryEntries: {
    own: ({ photoIds }) =>
      photoIds.length > MAX_DIARY_PHOTOS
        ? { photoIds: `An entry has at most ${MAX_DIARY_PHOTOS} photos` }
        : {},
    among: async (ctx, row) =>
      (await isAmongFirst(entriesOf(ctx, row.kennelId, row.litterId), MAX_DIARY_ENTRIES, row))
        ? {}
        : { litterId: `A litter has at most ${MAX_DIARY_ENTRIES} entries` },
    returning: roomOf(
      MAX_DIARY_ENTRIES,
      ({ litterId }) => litterId,
      (ctx, { kennelId, litterId }) => entriesOf(ctx, kennelId, litterId),
    ),
  },
};
