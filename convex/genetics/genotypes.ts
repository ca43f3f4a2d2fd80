/** The registered functions of genetic results, an ordinary kind of record, and of the forecast for a litter. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { inferForDog, inferredShape } from "./model/families";
import { forecastLitter, forecastShape } from "./model/forecast";
import { genotypes, listGenotypes } from "./model/genotypes";

export const { list, get, create, update, remove, editsSince } = recordFunctions(genotypes, {
  argument: "genotypeId",
  owner: "dogId",
  area: "health",
});

/** The results are sorted by locus. Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(genotypes.shape), v.null()),
  handler: async (ctx) => ctx.reached && (await listGenotypes(ctx, ctx.reached.dog)),
});

/**
 * The genotypes follow from the results of the dog's parents and offspring. Returns null if the caller's kennel has
 * no such dog.
 */
export const inferred = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(inferredShape), v.null()),
  handler: async (ctx) => ctx.reached && (await inferForDog(ctx, ctx.reached.dog)).results,
});

/**
 * The possible colors, coats and health risks of a litter of the dam with a sire. Returns null if the caller's
 * kennel has no such dam.
 */
export const forecast = dogQuery({
  permission: "health:read",
  args: { sireId: v.string() },
  returns: v.union(forecastShape, v.null()),
  handler: async (ctx, { sireId }) => ctx.reached && (await forecastLitter(ctx, ctx.reached.dog, sireId)),
});
