/** The registered functions of the time zone for a kennel's notices. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { setTimeZone } from "./model/kennelTimeZones";
import { timeZoneOf } from "../platform/model/people/timeZones";

export const get = kennelQuery({
  permission: "kennel",
  args: {},
  returns: v.string(),
  handler: async (ctx) => await timeZoneOf(ctx, ctx.access.kennelId),
});

export const set = kennelMutation({
  permission: "settings:write",
  args: { timeZone: v.string() },
  returns: v.string(),
  handler: async (ctx, { timeZone }) => await setTimeZone(ctx, ctx.access, timeZone),
});
