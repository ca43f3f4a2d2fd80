/** The registered functions of a breeding's matings: list, get, create, update, remove. */
import { v } from "convex/values";
import { recordFunctions } from "../platform/recordFunctions";
import { breedingMutation, breedingQuery } from "./builders";
import { listMatings, matings } from "./model/matings";

export const { get, update, remove, editsSince } = recordFunctions(matings, {
  argument: "matingId",
  owner: "kennelId",
  area: "breeding",
});

/** The earliest mating is first. */
export const list = breedingQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(matings.shape),
  handler: async (ctx) => await listMatings(ctx, ctx.breeding),
});

export const create = breedingMutation({
  permission: "breeding:write",
  args: matings.newArgs,
  returns: matings.shape,
  handler: async (ctx, fields) =>
    await matings.create(
      ctx,
      { kennelId: ctx.breeding.kennelId, dog: null, own: { breedingId: ctx.breeding._id } },
      fields,
    ),
});
