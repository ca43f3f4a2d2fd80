/** The registered functions of the activity list. */
import { v } from "convex/values";
import { RECENT_ACTIVITY_COUNT } from "../domain/constants/activities";
import { kennelQuery } from "./functions";
import { activityShape, listRecentActivities } from "./model/activities";

/** Lists the newest entries of the areas the caller may read. */
export const recent = kennelQuery({
  permission: "member",
  args: { limit: v.optional(v.number()) },
  returns: v.array(activityShape),
  handler: async (ctx, { limit }) =>
    await listRecentActivities(ctx, ctx.access, limit ?? RECENT_ACTIVITY_COUNT),
});
