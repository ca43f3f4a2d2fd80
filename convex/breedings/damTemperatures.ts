/** The registered functions of a bitch's temperatures before whelping: list, add, update, remove. */
import { v } from "convex/values";
import { breedingMutation, breedingQuery, damTemperatureMutation } from "./builders";
import {
  addTemperature,
  damTemperatureShape,
  listTemperatures,
  newTemperatureArgs,
  removeTemperature,
  temperatureChangeArgs,
  updateTemperature,
} from "./model/damTemperatures";

/** The newest temperature is first. */
export const list = breedingQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(damTemperatureShape),
  handler: async (ctx) => await listTemperatures(ctx, ctx.breeding),
});

/** If the same entry is sent several times, it is stored once. */
export const add = breedingMutation({
  permission: "breeding:write",
  args: newTemperatureArgs,
  returns: damTemperatureShape,
  handler: async (ctx, args) => await addTemperature(ctx, ctx.breeding, args),
});

export const update = damTemperatureMutation({
  permission: "breeding:write",
  args: { ...temperatureChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: damTemperatureShape,
  handler: async (ctx, args) => await updateTemperature(ctx, ctx.temperature, args),
});

export const remove = damTemperatureMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeTemperature(ctx, ctx.temperature),
});
