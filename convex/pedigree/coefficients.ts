/**
 * The registered functions of the coefficients of a whole breed: read the coefficients, and run the steps of the
 * calculation.
 */
import { v } from "convex/values";
import { dogQuery, kennelQuery, unrecordedMutation } from "../platform/functions";
import {
  breedOverviewShape,
  describeBreed,
  dogCoefficientShape,
  dogCoefficientsShape,
  findCoefficient,
  findCoefficients,
} from "./model/breedOverview";
import { advancePedigree } from "./model/pedigreeWork";

/** Returns the progress of the calculation instead if it is not finished. */
export const overview = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: breedOverviewShape,
  handler: async (ctx) => await describeBreed(ctx, ctx.access.kennelId),
});

/** Returns a dog's coefficient and the mean of all coefficients; null during the calculation. */
export const ofDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: dogCoefficientShape,
  handler: async (ctx) => ctx.reached && (await findCoefficient(ctx, ctx.reached.dog)),
});

/** A coefficient is null while it is being calculated. */
export const ofDogs = kennelQuery({
  permission: "dogs:read",
  args: { dogIds: v.array(v.string()) },
  returns: dogCoefficientsShape,
  handler: async (ctx, { dogIds }) => await findCoefficients(ctx, ctx.access.kennelId, dogIds),
});

export const advance = unrecordedMutation({
  args: { kennelId: v.id("kennels") },
  returns: v.null(),
  handler: async (ctx, { kennelId }) => await advancePedigree(ctx, kennelId),
});
