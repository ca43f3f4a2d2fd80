/** The shapes of a heat and of a progesterone reading as typed. Rules about days are in domain/heats/rules.ts. */
import { z } from "zod";
import { HEAT_SIGNS, MAX_PROGESTERONE_NG, NMOL_PER_NG, PROGESTERONE_UNITS } from "../constants/heats";
import { optionalDay, optionalNotes, optionalText, optionalTime, requiredDay } from "./fields";

const startOn = requiredDay("First day", "First day is required");
const signs = z
  .array(z.enum(HEAT_SIGNS, { error: "This sign is not known" }), { error: "Signs must be a list" })
  .max(HEAT_SIGNS.length, "Each sign can be given only once")
  .transform((list) => HEAT_SIGNS.filter((sign) => list.includes(sign)));

/** A new heat: its first day is needed. */
export const newHeatSchema = z.object({
  startOn,
  endOn: optionalDay("Last day"),
  signs: signs.default([]),
  notes: optionalNotes("Notes"),
});

/** A change of a heat: what is absent stays, what is null or empty is cleared. */
export const heatChangesSchema = z.object({
  startOn: startOn.optional(),
  endOn: optionalDay("Last day"),
  signs: signs.optional(),
  notes: optionalNotes("Notes"),
});

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
