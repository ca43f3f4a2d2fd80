/** A progesterone reading as it is recorded: each field once. The largest value depends on the unit (domain/schemas/heat.ts). */
import { z } from "zod";
import { PROGESTERONE_UNITS } from "../constants/heats";
import { neededChoice, neededDay, text, timeOfDay } from "./fields";

/** What a person writes of a reading. */
export const READING_FIELDS = {
  takenOn: neededDay("Day", "Day is required", { history: "Date", column: "Taken" }),
  /** Where it was noted. */
  takenTime: timeOfDay("Time", { column: "Taken time" }),
  value: {
    type: "number",
    label: "Progesterone",
    presence: "required",
    history: "Value",
    column: "Value",
    schema: z.number({ error: "Progesterone must be a number" }).min(0, "Progesterone cannot be negative"),
  },
  unit: neededChoice("Unit", PROGESTERONE_UNITS),
  laboratory: text("Laboratory"),
} as const;
