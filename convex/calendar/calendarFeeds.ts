/** The registered functions of calendar addresses: the caller's own, and what the HTTP action behind them reads. */
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

/** Lists the caller's calendars: of all their kennels, of this one, and of its dogs. */
export const list = kennelQuery({
  permission: "member",
  args: {},
  returns: calendarListShape,
  handler: async (ctx) => await listCalendars(ctx, ctx.access),
});

/** Returns the caller's calendar of a kennel, null while it is off. */
export const ofKennel = kennelQuery({
  permission: "member",
  args: {},
  returns: v.union(calendarShape, v.null()),
  handler: async (ctx) => await getKennelCalendar(ctx, ctx.access),
});

/** Makes one of the caller's calendars, or changes what is in it. */
export const save = kennelMutation({
  permission: "member",
  args: { ...calendarArgs, parts: v.array(calendarPartValidator) },
  returns: calendarShape,
  handler: async (ctx, args) => await saveCalendar(ctx, ctx.access, args),
});

/** Turns the caller's calendar of a kennel on or off, changes what is in it or renews it, as one step. */
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

/** Gives one of the caller's calendars another address. */
export const renew = kennelMutation({
  permission: "member",
  args: calendarArgs,
  returns: calendarShape,
  handler: async (ctx, args) => await renewCalendar(ctx, ctx.access, args),
});

/** Turns one of the caller's calendars off. */
export const remove = kennelMutation({
  permission: "member",
  args: calendarArgs,
  returns: v.null(),
  handler: async (ctx, args) => await removeCalendar(ctx, ctx.access, args),
});

/** Says what the calendar of a token is of, and keeps that one came. */
export const open = internalMutation({
  args: { token: v.string() },
  returns: openedShape,
  handler: async (ctx, { token }) => await openCalendar(ctx, token),
});

/** Reads what the calendar of a token holds of one kennel. */
export const read = internalQuery({
  args: { token: v.string(), kennelId: v.id("kennels"), now: v.number() },
  returns: calendarEntriesShape,
  handler: async (ctx, args) => await readCalendar(ctx, args),
});
