/** The registered functions of the activity list. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { RECENT_ACTIVITY_COUNT } from "../../domain/dashboard/rules";
import { kennelQuery } from "./functions";
import {
  activityPageShape,
  activityShape,
  listRecentActivities,
  pageActivities,
} from "./model/changes/activities";
import { activityTypeValidator } from "./tables/activities";

/** The list contains only entries that the caller may read. Types and dogs are optional filters. */
export const recent = kennelQuery({
  permission: "kennel",
  args: {
    limit: v.optional(v.number()),
    types: v.optional(v.array(activityTypeValidator)),
    dogIds: v.optional(v.array(v.string())),
  },
  returns: v.array(activityShape),
  handler: async (ctx, { limit, types, dogIds }) =>
    await listRecentActivities(ctx, ctx.access, limit ?? RECENT_ACTIVITY_COUNT, {
      types: types ?? null,
      dogIds: dogIds ?? null,
    }),
});

/** The page contains only entries that the caller may read. A type and a dog are optional filters. */
export const page = kennelQuery({
  permission: "kennel",
  args: {
    type: v.union(activityTypeValidator, v.null()),
    dogId: v.union(v.string(), v.null()),
    paginationOpts: paginationOptsValidator,
  },
  returns: activityPageShape,
  handler: async (ctx, asked) => await pageActivities(ctx, ctx.access, asked),
});
