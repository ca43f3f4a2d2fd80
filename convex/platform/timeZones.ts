/**
 * Finds the time zone of the dates in a REST call: the time zone of the call's kennel, or otherwise the caller's
 * time zone.
 */
import { v } from "convex/values";
import { internalQuery } from "./functions";
import { timeZoneNamedBy } from "./model/people/timeZones";

/**
 * An id may belong to a kennel or to one of its records. Returns the time zone of the first known kennel, otherwise
 * the caller's; null if no time zone is set.
 */
export const find = internalQuery({
  args: { ids: v.array(v.string()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { ids }) => await timeZoneNamedBy(ctx, ids),
});
