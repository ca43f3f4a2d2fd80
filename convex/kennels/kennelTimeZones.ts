/** The registered functions of the zone that a kennel's notices use. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { setTimeZone } from "./model/kennelTimeZones";
import { timeZoneOf } from "../platform/model/people/timeZones";

/** Returns the kennel's zone. */
export const get = kennelQuery({
  permission: "kennel",
  args: {},
  returns: v.string(),
  handler: async (ctx) => await timeZoneOf(ctx, ctx.access.kennelId),
});

/** Changes a kennel's zone. */
export const set = kennelMutation({
  permission: "settings:write",
  args: { timeZone: v.string() },
  returns: v.string(),
  handler: async (ctx, { timeZone }) => await setTimeZone(ctx, ctx.access, timeZone),
});
