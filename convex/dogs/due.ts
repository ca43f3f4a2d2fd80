/** The registered functions that return due tasks of dogs. */
import { v } from "convex/values";
import { dogQuery, kennelQuery } from "../platform/functions";
import { describeRows, dogRowFactsShape, dueItemShape, readDue } from "./model/dogDue";

/** The earliest task is first. Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "dogs:read",
  args: { today: v.string() },
  returns: v.union(v.array(dueItemShape), v.null()),
  handler: async (ctx, { today }) => {
    if (!ctx.reached) return null;
    const { access, dog } = ctx.reached;
    const [due = []] = await readDue(ctx, access, [dog], today);
    return due;
  },
});

/**
 * Returns what the list shows besides a dog's own fields: the parents' call names, an open pregnancy and the next
 * due task.
 */
export const ofDogs = kennelQuery({
  permission: "dogs:read",
  args: { dogIds: v.array(v.string()), today: v.string() },
  returns: v.array(dogRowFactsShape),
  handler: async (ctx, args) => await describeRows(ctx, ctx.access, args),
});
