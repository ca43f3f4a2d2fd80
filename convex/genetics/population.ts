/** The registered functions of a population's figures. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import {
  ancestorsShape,
  describeAncestors,
  describePopulation,
  describeTrend,
  populationArgs,
  populationShape,
  trendShape,
} from "./model/population";

/**
 * Returns the figures of a breed, for its living breeding dogs or for chosen years of birth. Returns the progress
 * instead if a calculation must finish first.
 */
export const now = kennelQuery({
  permission: "dogs:read",
  args: { ...populationArgs, page: v.optional(v.number()) },
  returns: populationShape,
  handler: async (ctx, args) => await describePopulation(ctx, ctx.access.kennelId, args),
});

/** Returns changes over the years of birth, and popular sires. */
export const trend = kennelQuery({
  permission: "dogs:read",
  args: populationArgs,
  returns: trendShape,
  handler: async (ctx, args) => await describeTrend(ctx, ctx.access.kennelId, args),
});

/** Returns the ancestors who explain most of a breed's living breeding dogs. */
export const ancestors = kennelQuery({
  permission: "dogs:read",
  args: populationArgs,
  returns: ancestorsShape,
  handler: async (ctx, args) => await describeAncestors(ctx, ctx.access.kennelId, args),
});
