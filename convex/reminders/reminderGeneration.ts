/** The registered functions that create the reminders of a dog, a breeding or a litter. */
import { v } from "convex/values";
import { dogMutation } from "../platform/functions";
import { breedingMutation, litterMutation } from "./builders";
import {
  generatedShape,
  generateForBreeding,
  generateForDog,
  generateForLitter,
  vaccineScheduleArgs,
} from "./model/reminderGeneration";

export const forDog = dogMutation({
  permission: "reminders:write",
  args: { today: v.string(), vaccineSchedule: v.optional(vaccineScheduleArgs) },
  returns: generatedShape,
  handler: async (ctx, args) => await generateForDog(ctx, ctx.dog, args),
});

/** Nothing is planned before the user's date. Pages of an earlier version do not send it. */
const aheadOf = { today: v.optional(v.string()) };

export const forBreeding = breedingMutation({
  permission: "reminders:write",
  args: aheadOf,
  returns: generatedShape,
  handler: async (ctx, args) => await generateForBreeding(ctx, ctx.breeding, args),
});

/** The reminders cover the time until the puppies leave the kennel. */
export const forLitter = litterMutation({
  permission: "reminders:write",
  args: aheadOf,
  returns: generatedShape,
  handler: async (ctx, args) => await generateForLitter(ctx, ctx.litter, args),
});
