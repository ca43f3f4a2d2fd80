/** The registered functions of pregnancy checks. breedings.setStatus records a check together with a status. */
import { v } from "convex/values";
import { breedingQuery, pregnancyCheckMutation } from "./builders";
import { listPregnancyChecks, pregnancyCheckShape, removePregnancyCheck } from "./model/pregnancyChecks";

/** The newest check is first. */
export const list = breedingQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(pregnancyCheckShape),
  handler: async (ctx) => await listPregnancyChecks(ctx, ctx.breeding),
});

export const remove = pregnancyCheckMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePregnancyCheck(ctx, ctx.check),
});
