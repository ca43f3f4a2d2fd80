/** The registered functions behind the dashboard's cards. */
import { v } from "convex/values";
import { kennelQuery } from "./functions";
import { getCounters } from "./model/counters";

/** Answers the kennel's maintained numbers. */
export const stats = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: v.object({ dogs: v.object({ total: v.number() }) }),
  handler: async (ctx) => ({ dogs: { total: (await getCounters(ctx, ctx.access.kennelId)).dogs } }),
});
