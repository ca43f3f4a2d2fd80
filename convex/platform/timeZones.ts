/** The zone in which a REST call's date is: that of its kennel, else the caller's. */
import { v } from "convex/values";
import { internalQuery } from "./functions";
import { timeZoneNamedBy } from "./model/people/timeZones";

/** Returns the zone of the first kennel found by one of the ids, else the caller's; null if neither has one. */
export const find = internalQuery({
  args: { ids: v.array(v.string()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { ids }) => await timeZoneNamedBy(ctx, ids),
});
