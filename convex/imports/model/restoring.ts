/** The dogs of a kennel, counted again after a restore as an import counts them. */
import { countRows } from "../../platform/model/countFollowing";
import { FOLDED_AT_ONCE, type Step } from "../../platform/model/restoring";
import { Tally } from "./importWriting";

/** Counts a kennel's dogs. */
export const dogsCounted: Step<"dogs"> = {
  table: "dogs",
  size: FOLDED_AT_ONCE,
  isComparing: false,
  fold: async (ctx, kennelId, rows) => {
    await countRows(ctx, "dogs", rows);
    const tally = new Tally();
    for (const dog of rows) tally.count(dog, 1);
    await tally.apply(ctx, kennelId);
  },
};
