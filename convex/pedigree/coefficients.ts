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

/** Returns the inbreeding of the kennel's dogs and ancestors, or the progress of the calculation. */
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

/** Returns the coefficients of some dogs. A coefficient is null while it is being calculated. */
export const ofDogs = kennelQuery({
  permission: "dogs:read",
  args: { dogIds: v.array(v.string()) },
  returns: dogCoefficientsShape,
  handler: async (ctx, { dogIds }) => await findCoefficients(ctx, ctx.access.kennelId, dogIds),
});

/** Runs the next step of the work on a kennel's pedigree. */
export const advance = unrecordedMutation({
  args: { kennelId: v.id("kennels") },
  returns: v.null(),
  handler: async (ctx, { kennelId }) => await advancePedigree(ctx, kennelId),
});
