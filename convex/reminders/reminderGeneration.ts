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

/** Creates the reminders of a dog's vaccinations. */
export const forDog = dogMutation({
  permission: "reminders:write",
  args: { today: v.string(), vaccineSchedule: v.optional(vaccineScheduleArgs) },
  returns: generatedShape,
  handler: async (ctx, args) => await generateForDog(ctx, ctx.dog, args),
});

/** The user's date; nothing is planned before this date. Pages of an earlier version do not send it. */
const aheadOf = { today: v.optional(v.string()) };

/** Creates the reminders from mating to whelping. */
export const forBreeding = breedingMutation({
  permission: "reminders:write",
  args: aheadOf,
  returns: generatedShape,
  handler: async (ctx, args) => await generateForBreeding(ctx, ctx.breeding, args),
});

/** Creates the reminders of a litter until its puppies leave the kennel. */
export const forLitter = litterMutation({
  permission: "reminders:write",
  args: aheadOf,
  returns: generatedShape,
  handler: async (ctx, args) => await generateForLitter(ctx, ctx.litter, args),
});
