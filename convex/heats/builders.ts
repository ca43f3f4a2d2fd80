/** The builders for functions that handle one heat. Their handlers also receive the heat's bitch. */
import type { QueryCtx } from "../_generated/server";
import { buildersBy, rowAccess, type Requirement } from "../platform/functions";
import { getOrFail } from "../platform/model/paging/rows";

const access = rowAccess("heats", "heat", "heatId");

export const { mutation: heatMutation } = buildersBy({
  args: access.args,
  input: async (ctx: QueryCtx, args: { heatId: string }, requirement: Requirement) => {
    const reached = await access.input(ctx, args, requirement);
    const dog = await getOrFail(ctx, "dogs", reached.ctx.heat.dogId);
    return { ctx: { ...reached.ctx, dog }, args: {} };
  },
});
