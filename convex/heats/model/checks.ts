/** Validates heats and progesterone readings. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { checkHeatDays, checkReadingDay } from "../../../domain/heats/checks";
import { readingSchema } from "../../../domain/heats/schemas";
import { shapeFaults, type Check, type Checks } from "../../platform/model/changes/checking";
import { bitchFaults, heatFaults } from "./heats";
import { daysOf } from "./heatShape";

const checkHeat: Check<"heats">["among"] = async (ctx, heat, { today }) => {
  const dog = await ctx.db.get("dogs", heat.dogId);
  if (!dog) return { dogId: "Dog was not found" };
  return {
    ...bitchFaults(dog),
    ...(await heatFaults(ctx, dog, daysOf(heat), { today, heatId: heat._id })),
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
      ...checkLifeDay("takenOn", "Day", reading.takenOn, { today }),
    }),
    among: checkReading,
  },
};
