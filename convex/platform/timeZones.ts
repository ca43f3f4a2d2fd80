/** Finds the time zone in which the dates of a REST call are meant: that of its kennel, or else the caller's. */
import { v } from "convex/values";
import { internalQuery } from "./functions";
import { timeZoneNamedBy } from "./model/people/timeZones";

/**
 * Returns the time zone of the kennel that the first known id names, as a kennel or as one of its records;
 * otherwise the caller's. Null if neither has set one.
 */
export const find = internalQuery({
  args: { ids: v.array(v.string()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { ids }) => await timeZoneNamedBy(ctx, ids),
});
