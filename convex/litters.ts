/** The registered functions of litters. */
import { v } from "convex/values";
import { breedingMutation } from "./functions";
import { createLitterOfBreeding } from "./model/litters";
import { newLitterArgs, savedLitterShape } from "./model/litterShape";

/** Records a litter of a breeding, which is then whelped. */
export const create = breedingMutation({
  permission: "breeding:write",
  args: { ...newLitterArgs, today: v.string() },
  returns: savedLitterShape,
  handler: async (ctx, args) => await createLitterOfBreeding(ctx, ctx.access, ctx.breeding, args),
});
