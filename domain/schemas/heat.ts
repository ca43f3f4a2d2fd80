/** The shapes of a heat and of a progesterone reading as typed. Rules about days are in domain/heats/rules.ts. */
import { z } from "zod";
import { MAX_PROGESTERONE_NG, NMOL_PER_NG, PROGESTERONE_UNITS } from "../constants/heats";
import { HEAT_FIELDS } from "../records/heat";
import { changeShape, newShape } from "../records/record";
import { optionalText, optionalTime, requiredDay } from "./fields";

/** A new heat: its first day is needed. */
export const newHeatSchema = newShape(HEAT_FIELDS);

/** A change of a heat: what is absent stays, what is null or empty is cleared. */
export const heatChangesSchema = changeShape(HEAT_FIELDS);

const value = z.number({ error: "Progesterone must be a number" }).min(0, "Progesterone cannot be negative");

/** A reading; the largest value depends on its unit. */
export const readingSchema = z
  .object({
    takenOn: requiredDay("Day", "Day is required"),
    takenTime: optionalTime("Time"),
    value,
    unit: z.enum(PROGESTERONE_UNITS, { error: `Unit must be ${PROGESTERONE_UNITS.join(" or ")}` }),
    laboratory: optionalText("Laboratory"),
  })
  .superRefine((reading, context) => {
    const most = reading.unit === "ng/mL" ? MAX_PROGESTERONE_NG : MAX_PROGESTERONE_NG * NMOL_PER_NG;
    if (reading.value <= most) return;
    context.addIssue({
      code: "custom",
      path: ["value"],
      message: `Progesterone must be at most ${Math.round(most)} ${reading.unit}`,
    });
  });

export type TypedReading = z.output<typeof readingSchema>;
