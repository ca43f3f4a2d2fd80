/** Rules for undoing changes of breedings and of their money, in addition to the general rules. */
import type { Doc } from "../../_generated/dataModel";
import { settleStudFee } from "../../dogs/model/studFees";
import { has, type Reverts } from "../../platform/model/changes/reverting";
import { logBreedingActivity } from "./breedingActivities";
import { logFinances } from "./breedingFinances";

export const breedingReverts: Reverts = {
  breedings: {
    prepare: async (ctx, breeding, values) => {
      const after: Doc<"breedings"> = { ...breeding, ...values };
      const wasPlanned = breeding.status === "planned" && after.status !== "planned";
      const isOpen = wasPlanned || has(values, "sireId", "damId");
      return {
        ...values,
        ...(wasPlanned && after.status === "failed" && { isCalledOff: true }),
        ...(isOpen && { studFeeWay: await settleStudFee(ctx, after, breeding.studFeeWay) }),
      };
    },
    untold: ["status"],
    tell: async (ctx, saved) => await logBreedingActivity(ctx, saved, "Breeding changed"),
  },
  breedingFinances: { tell: logFinances },
};
