/** The zod shapes of a heat and of a progesterone reading. Rules about dates are in domain/heats/checks.ts. */
import type { z } from "zod";
import { MAX_PROGESTERONE_NG, NMOL_PER_NG } from "./rules";
import { HEAT_FIELDS } from "./record";
import { READING_FIELDS } from "./record";
import { changeShape, newShape } from "../records/record";

export const newHeatSchema = newShape(HEAT_FIELDS);

/** An omitted field stays unchanged, and null or empty clears a field. */
export const heatChangesSchema = changeShape(HEAT_FIELDS);

/** The largest value depends on the unit. */
export const readingSchema = newShape(READING_FIELDS).superRefine((reading, context) => {
  const most = reading.unit === "ng/mL" ? MAX_PROGESTERONE_NG : MAX_PROGESTERONE_NG * NMOL_PER_NG;
  if (reading.value <= most) return;
  context.addIssue({
    code: "custom",
    path: ["value"],
    message: `Progesterone must be at most ${Math.round(most)} ${reading.unit}`,
  });
});

export type TypedReading = z.output<typeof readingSchema>;
