/** What must be true of heats and progesterone readings. */
import { MAX_HEATS_PER_DOG } from "../../../domain/heats/rules";
import { checkHeatDays, checkOtherHeats, checkReadingDay } from "../../../domain/heats/checks";
import { readingSchema } from "../../../domain/heats/schemas";
import { shapeFaults, type Check, type Checks } from "../../platform/model/changes/checking";
import { heatsOf } from "./heatRows";
import { bitchFaults } from "./heats";
import { daysOf } from "./heatShape";

const checkHeat: Check<"heats">["among"] = async (ctx, heat, { today }) => {
  const dog = await ctx.db.get("dogs", heat.dogId);
  if (!dog) return { dogId: "Dog was not found" };
  const others = (await heatsOf(ctx, dog).take(MAX_HEATS_PER_DOG)).filter(({ _id }) => _id !== heat._id);
  return {
    ...bitchFaults(dog),
    ...checkOtherHeats(heat.startOn, others.map(daysOf)),
    ...checkHeatDays(daysOf(heat), { today, bornOn: dog.dateOfBirth ?? null }),
  };
};

const checkReading: Check<"progesteroneReadings">["among"] = async (ctx, reading, { today }) => {
  const heat = await ctx.db.get("heats", reading.heatId);
  if (!heat) return { heatId: "Heat was not found" };
  return {
    ...checkReadingDay(reading.takenOn, heat.startOn, today),
    ...(reading.dogId !== heat.dogId && {
      dogId: { message: "The heat is another dog's", instead: heat.dogId },
    }),
  };
};

export const heatChecks: Checks = {
  heats: {
    own: ({ startOn, endOn = null }, today) => checkHeatDays({ startOn, endOn }, { today, bornOn: null }),
    among: checkHeat,
  },
  progesteroneReadings: {
    own: (reading, today) => ({
      ...shapeFaults(readingSchema, reading),
      ...(reading.takenOn > today && { takenOn: "Day cannot be in the future" }),
    }),
    among: checkReading,
  },
};
