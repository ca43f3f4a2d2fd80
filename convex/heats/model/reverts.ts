/** Rules for undoing changes of heats and readings, in addition to the general rules. */
import type { Reverts } from "../../platform/model/changes/reverting";
import { trustedToday } from "../../platform/model/people/today";
import { checkReadings, heats, logHeatActivity } from "./heats";

export const heatReverts: Reverts = {
  heats: {
    prepare: async (ctx, heat, values, { today }) => {
      if (typeof values.startOn === "string")
        await checkReadings(ctx, heat, values.startOn, trustedToday(today));
      return values;
    },
    tell: async (ctx, heat, before) => await heats.tell(ctx, before, heat),
  },
  progesteroneReadings: {
    tell: async (ctx, { heatId }) => {
      const heat = await ctx.db.get("heats", heatId);
      if (heat) await logHeatActivity(ctx, heat, "Progesterone changed");
    },
  },
};
