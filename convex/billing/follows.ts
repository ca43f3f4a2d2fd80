/**
 * When the plan becomes full again, the alert about the full plan appears again, even if somebody dismissed the
 * earlier alert.
 */
import { limitWarningOf } from "../../domain/billing/dog-limit";
import { causeOf, forgetDismissals } from "../platform/model/people/alertDismissals";
import { pendingOf } from "../changes/follow";
import { watch, type Settle } from "../changes/describing";
import { COUNTERS } from "../platform/tables/kennelCounters";
import { describeDogLimit } from "./model/dogLimit";

const fullPlan: Settle<"kennels"> = {
  name: "full plan",
  owners: ["kennels"],
  isOfChanges: true,
  watches: [watch({ table: "dogs", fields: ["isExternal", "status"], ownerOf: ({ kennelId }) => kennelId })],
  recalculate: async (ctx, { _id: kennelId }) => {
    const { countedDogs = 0 } = pendingOf(ctx, COUNTERS, kennelId);
    if (countedDogs >= 0 || limitWarningOf(await describeDogLimit(ctx, kennelId)) !== null) return;
    await forgetDismissals(ctx, kennelId, causeOf("dog-limit"));
  },
};

export const billingSettles: readonly Settle[] = [fullPlan];
