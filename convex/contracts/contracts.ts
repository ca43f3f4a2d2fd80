/** The registered functions of contracts, which return a contract's text for screen and print. */
import { breedingQuery, innerBreedingQuery } from "../breedings/builders";
import { contractArgs, contractShape, describeContract } from "./model/contracts";
import { brandOf, brandShape } from "../kennels/model/kennelSettings";

/** The text is the same as on paper. Missing values are listed. */
export const preview = breedingQuery({
  permission: "breeding:read & finances:read",
  args: contractArgs,
  returns: contractShape,
  handler: async (ctx, args) => await describeContract(ctx, ctx.breeding, args),
});

/** The user must have the right to store the printed file. */
export const toPrint = innerBreedingQuery({
  permission: "breeding:write & finances:write",
  args: contractArgs,
  returns: contractShape.extend({ brand: brandShape }),
  handler: async (ctx, args) => ({
    ...(await describeContract(ctx, ctx.breeding, args)),
    brand: await brandOf(ctx, ctx.breeding.kennelId),
  }),
});
