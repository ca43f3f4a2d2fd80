/** The registered functions of adult dogs' weights: list, add, update, remove. */
import { v } from "convex/values";
import { dogMutation, dogQuery } from "../platform/functions";
import {
  addDogWeight,
  describeWeights,
  dogWeightsShape,
  removeDogWeight,
  updateDogWeight,
  weightOutcomeValidator,
} from "./model/dogWeights";

const weightArgs = {
  grams: v.number(),
  weighedOn: v.string(),
  notes: v.optional(v.union(v.string(), v.null())),
  today: v.string(),
};

/** The dog's weights as a puppy are included. Returns null if the caller's kennel has no such dog. */
export const list = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(dogWeightsShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeWeights(ctx, ctx.reached.dog)),
});

/** If the same entry is sent several times, it is stored once. */
export const add = dogMutation({
  permission: "health:write",
  args: { ...weightArgs, entryKey: v.string() },
  returns: weightOutcomeValidator,
  handler: async (ctx, args) => await addDogWeight(ctx, ctx, args),
});

export const update = dogMutation({
  permission: "health:write",
  args: { weightId: v.string(), ...weightArgs },
  returns: v.null(),
  handler: async (ctx, args) => await updateDogWeight(ctx, ctx, args),
});

export const remove = dogMutation({
  permission: "health:write",
  args: { weightId: v.string() },
  returns: v.null(),
  handler: async (ctx, { weightId }) => await removeDogWeight(ctx, ctx, weightId),
});
