/** The registered functions of calendar addresses, for the caller and for the HTTP action that serves calendars. */
import { v } from "convex/values";
import { internalMutation, internalQuery, kennelMutation, kennelQuery } from "../platform/functions";
import {
  calendarArgs,
  calendarEntriesShape,
  calendarListShape,
  calendarShape,
  connectCalendar,
  getKennelCalendar,
  listCalendars,
  openCalendar,
  openedShape,
  readCalendar,
  removeCalendar,
  renewCalendar,
  saveCalendar,
} from "./model/calendarFeeds";
import { calendarPartValidator } from "./tables/calendarFeeds";

/** The calendars are for all kennels of the caller, for this kennel, and for its dogs. */
export const list = kennelQuery({
  permission: "member",
  args: {},
  returns: calendarListShape,
  handler: async (ctx) => await listCalendars(ctx, ctx.access),
});

/** Returns null while the calendar is turned off. */
export const ofKennel = kennelQuery({
  permission: "member",
  args: {},
  returns: v.union(calendarShape, v.null()),
  handler: async (ctx) => await getKennelCalendar(ctx, ctx.access),
});

export const save = kennelMutation({
  permission: "member",
  args: { ...calendarArgs, parts: v.array(calendarPartValidator) },
  returns: calendarShape,
  handler: async (ctx, args) => await saveCalendar(ctx, ctx.access, args),
});

/** Turns the calendar on or off, changes its contents or renews its address, in one step. */
export const connect = kennelMutation({
  permission: "member",
  args: {
    include: v.optional(v.array(calendarPartValidator)),
    isEnabled: v.optional(v.boolean()),
    renew: v.optional(v.boolean()),
  },
  returns: v.union(calendarShape, v.null()),
  handler: async (ctx, args) => await connectCalendar(ctx, ctx.access, args),
});

export const renew = kennelMutation({
  permission: "member",
  args: calendarArgs,
  returns: calendarShape,
  handler: async (ctx, args) => await renewCalendar(ctx, ctx.access, args),
});

export const remove = kennelMutation({
  permission: "member",
  args: calendarArgs,
  returns: v.null(),
  handler: async (ctx, args) => await removeCalendar(ctx, ctx.access, args),
});

/** Saves the time of the request. */
export const open = internalMutation({
  args: { token: v.string() },
  returns: openedShape,
  handler: async (ctx, { token }) => await openCalendar(ctx, token),
});

export const read = internalQuery({
  args: { token: v.string(), kennelId: v.id("kennels"), now: v.number() },
  returns: calendarEntriesShape,
  handler: async (ctx, args) => await readCalendar(ctx, args),
});
