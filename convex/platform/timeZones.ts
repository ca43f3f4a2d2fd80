/** The time zone for dates of a REST call: that of its kennel, otherwise the caller's. */
import { v } from "convex/values";
import { internalQuery } from "./functions";
import { timeZoneNamedBy } from "./model/people/timeZones";

/**
 * Returns the zone of the kennel of the first known id, of a kennel or of one of its records; otherwise the caller's.
 * Null if neither has one.
 */
export const find = internalQuery({
  args: { ids: v.array(v.string()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { ids }) => await timeZoneNamedBy(ctx, ids),
});
