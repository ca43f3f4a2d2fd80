/** The registered functions of heats, progesterone readings and the due calendar. */
import { v } from "convex/values";
import { dogMutation, dogQuery, kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { heatMutation } from "./builders";
import { calendarArgs, calendarShape, describeCalendar } from "./model/dueCalendar";
import { describeHeatLog, describeHeatOverview, heatLogShape, heatOverviewShape } from "./model/heatReads";
import {
  addHeat,
  addReading,
  heats,
  removeReading,
  setSpayed as markSpayed,
  updateReading as changeReading,
} from "./model/heats";
import { newReadingArgs, readingShape } from "./model/heatShape";

export const { get, update, remove, editsSince } = recordFunctions(heats, {
  argument: "heatId",
  owner: "dogId",
  area: "breeding",
});

/**
 * The result has the date of the next expected heat. It is null for a male, or if the caller's kennel has no such
 * dog.
 */
export const ofDog = dogQuery({
  permission: "breeding:read",
  args: {},
  returns: v.union(heatLogShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeHeatLog(ctx, ctx.reached.dog)),
});

export const overview = kennelQuery({
  permission: "breeding:read",
  args: { today: v.string() },
  returns: heatOverviewShape,
  handler: async (ctx, { today }) => await describeHeatOverview(ctx, ctx.access.kennelId, today),
});

export const calendar = kennelQuery({
  permission: "breeding:read",
  args: calendarArgs,
  returns: calendarShape,
  handler: async (ctx, args) => await describeCalendar(ctx, ctx.access.kennelId, args),
});

/** When a deleted heat is restored, its readings are also recorded. */
export const add = dogMutation({
  permission: "breeding:write",
  args: { ...heats.newArgs, readings: v.optional(v.array(v.object(newReadingArgs))) },
  returns: heats.shape,
  handler: async (ctx, args) => await addHeat(ctx, ctx, args),
});

/** If the same entry is sent several times, it is stored once. */
export const addProgesterone = heatMutation({
  permission: "breeding:write",
  args: { ...newReadingArgs, today: v.string() },
  returns: readingShape,
  handler: async (ctx, args) => await addReading(ctx, ctx, args),
});

export const updateProgesterone = heatMutation({
  permission: "breeding:write",
  args: { readingId: v.string(), ...newReadingArgs, today: v.string() },
  returns: readingShape,
  handler: async (ctx, args) => await changeReading(ctx, ctx, args),
});

export const removeProgesterone = heatMutation({
  permission: "breeding:write",
  args: { readingId: v.string() },
  returns: v.null(),
  handler: async (ctx, { readingId }) => await removeReading(ctx, ctx, readingId),
});

/** Null means that the bitch is not spayed. */
export const setSpayed = dogMutation({
  permission: "breeding:write",
  args: { spayedOn: v.union(v.string(), v.null()), today: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await markSpayed(ctx, ctx, args),
});
