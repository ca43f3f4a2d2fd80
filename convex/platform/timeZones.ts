/** In which zone the day of a REST call is: that of the kennel it is about, else the caller's own. */
import { v } from "convex/values";
import { internalQuery } from "./functions";
import { timeZoneNamedBy } from "./model/people/timeZones";

/** Returns the zone of the first kennel that one of the ids names or belongs to, else the caller's; null for neither. */
export const find = internalQuery({
  args: { ids: v.array(v.string()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { ids }) => await timeZoneNamedBy(ctx, ids),
});
