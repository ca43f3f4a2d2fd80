/** The builders of functions of one heat, which has its bitch beside it. */
import { fail } from "../../domain/errors";
import type { QueryCtx } from "../_generated/server";
import { buildersBy, rowAccess, type Requirement } from "../platform/functions";

const access = rowAccess("heats", "heat", "heatId");

export const { mutation: heatMutation } = buildersBy({
  args: access.args,
  input: async (ctx: QueryCtx, args: { heatId: string }, requirement: Requirement) => {
    const reached = await access.input(ctx, args, requirement);
    const dog = (await ctx.db.get("dogs", reached.ctx.heat.dogId)) ?? fail("NOT_FOUND");
    return { ctx: { ...reached.ctx, dog }, args: {} };
  },
});
