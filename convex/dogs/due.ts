/** The registered functions of what is due for dogs. */
import { v } from "convex/values";
import { dogQuery, kennelQuery } from "../platform/functions";
import { describeRows, dogRowFactsShape, dueItemShape, readDue } from "./model/dogDue";

/** Lists what is due for a dog, the earliest first; null if the caller has no such dog. */
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
 * Returns what the list shows of dogs besides their own fields: the parents by call name, an open pregnancy and
 * what is due next.
 */
export const ofDogs = kennelQuery({
  permission: "dogs:read",
  args: { dogIds: v.array(v.string()), today: v.string() },
  returns: v.array(dogRowFactsShape),
  handler: async (ctx, args) => await describeRows(ctx, ctx.access, args),
});
