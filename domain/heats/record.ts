/** The fields of heats and progesterone readings, each defined once. */
import { HEAT_SIGNS, PROGESTERONE_UNITS } from "./rules";
import { day, list, neededDay, notes, neededChoice, text, timeOfDay } from "../records/fields";
import { z } from "zod";

/** Rules about dates are in domain/heats/checks.ts. */

export const HEAT_FIELDS = {
  startOn: neededDay("First day", "First day is required", { column: "Start" }),
  endOn: day("Last day", { helper: "Leave empty while she is in heat", column: "End" }),
  signs: list("Signs", HEAT_SIGNS, "sign"),
  notes: notes("Notes"),
} as const;

/** The largest value depends on the unit (domain/heats/schemas.ts). */

export const READING_FIELDS = {
  takenOn: neededDay("Day", "Day is required", { history: "Date", column: "Taken" }),
  /** The local time when the sample was taken. */
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
