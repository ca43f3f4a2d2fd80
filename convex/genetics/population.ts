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

/** Returns the figures of a breed's living breeding dogs or dogs of chosen years of birth, or the progress of a calculation that they need. */
export const now = kennelQuery({
  permission: "dogs:read",
  args: { ...populationArgs, page: v.optional(v.number()) },
  returns: populationShape,
  handler: async (ctx, args) => await describePopulation(ctx, ctx.access.kennelId, args),
});

/** Returns how a breed changed over the years of birth, and its popular sires. */
export const trend = kennelQuery({
  permission: "dogs:read",
  args: populationArgs,
  returns: trendShape,
  handler: async (ctx, args) => await describeTrend(ctx, ctx.access.kennelId, args),
});

/** Returns the ancestors that explain most of a breed's living breeding dogs. */
export const ancestors = kennelQuery({
  permission: "dogs:read",
  args: populationArgs,
  returns: ancestorsShape,
  handler: async (ctx, args) => await describeAncestors(ctx, ctx.access.kennelId, args),
});
