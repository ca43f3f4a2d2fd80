/** The registered functions of heats, progesterone readings and the calendar that follows from them. */
import { v } from "convex/values";
import { dogMutation, dogQuery, kennelQuery } from "../platform/functions";
import { heatMutation, heatQuery } from "./builders";
import { calendarArgs, calendarShape, describeCalendar } from "./model/dueCalendar";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import { describeHeatLog, describeHeatOverview, heatLogShape, heatOverviewShape } from "./model/heatReads";
import {
  addHeat,
  addReading,
  removeReading,
  setSpayed as markSpayed,
  updateHeat,
  updateReading as changeReading,
  deleteHeat,
} from "./model/heats";
import { heatChangeArgs, heatShape, newHeatArgs, newReadingArgs, readingShape } from "./model/heatShape";

/** Lists a bitch's heats and says when the next is expected, or returns null for a male or no dog of the caller's. */
export const ofDog = dogQuery({
  permission: "breeding:read",
  args: {},
  returns: v.union(heatLogShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeHeatLog(ctx, ctx.reached.dog)),
});

/** Lists which of the kennel's bitches are in heat and which come next. */
export const overview = kennelQuery({
  permission: "breeding:read",
  args: { today: v.string() },
  returns: heatOverviewShape,
  handler: async (ctx, { today }) => await describeHeatOverview(ctx, ctx.access.kennelId, today),
});

/** Lists what the kennel's calendar shows between two days. */
export const calendar = kennelQuery({
  permission: "breeding:read",
  args: calendarArgs,
  returns: calendarShape,
  handler: async (ctx, args) => await describeCalendar(ctx, ctx.access.kennelId, args),
});

/** Records a heat, with readings where a deleted one is brought back. */
export const add = dogMutation({
  permission: "breeding:write",
  args: { ...newHeatArgs, readings: v.optional(v.array(v.object(newReadingArgs))), today: v.string() },
  returns: heatShape,
  handler: async (ctx, args) => await addHeat(ctx, ctx, args),
});

/** Changes a heat; omitted fields stay unchanged, null or empty ones are cleared. */
export const update = heatMutation({
  permission: "breeding:write",
  args: {
    ...heatChangeArgs,
    expectedUpdatedAt: v.optional(v.number()),
    today: v.string(),
  },
  returns: heatShape,
  handler: async (ctx, args) => await updateHeat(ctx, ctx, args),
});

/** Lists who changed the heat after a version of it, the newest first. */
export const editsSince = heatQuery({
  permission: "breeding:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.heat, since),
});

/** Deletes a heat with its readings. */
export const remove = heatMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await deleteHeat(ctx, ctx),
});

/** Records a progesterone reading, once however often it is sent. */
export const addProgesterone = heatMutation({
  permission: "breeding:write",
  args: { ...newReadingArgs, today: v.string() },
  returns: readingShape,
  handler: async (ctx, args) => await addReading(ctx, ctx, args),
});

/** Changes a progesterone reading. */
export const updateProgesterone = heatMutation({
  permission: "breeding:write",
  args: { readingId: v.string(), ...newReadingArgs, today: v.string() },
  returns: readingShape,
  handler: async (ctx, args) => await changeReading(ctx, ctx, args),
});

/** Deletes a progesterone reading. */
export const removeProgesterone = heatMutation({
  permission: "breeding:write",
  args: { readingId: v.string() },
  returns: v.null(),
  handler: async (ctx, { readingId }) => await removeReading(ctx, ctx, readingId),
});

/** Records the day a bitch was spayed, or with null that she is not. */
export const setSpayed = dogMutation({
  permission: "breeding:write",
  args: { spayedOn: v.union(v.string(), v.null()), today: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await markSpayed(ctx, ctx, args),
});
