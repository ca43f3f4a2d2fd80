/** The shapes of a course of medication, of a dose given and of a dog's weighing as typed. */
import { z } from "zod";
import { MAX_DOG_GRAMS, MAX_EVERY_DAYS, MAX_TIMES_PER_DAY } from "../constants/medications";
import { COURSE_FIELDS } from "../records/medication";
import { newShape } from "../records/record";
import { optionalText, requiredDay } from "./fields";

const time = z
  .string({ error: "Time must be a time such as 08:30" })
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/u, "Time must be a time such as 08:30");

const schedule = z.discriminatedUnion(
  "type",
  [
    z.object({
      type: z.literal("times"),
      everyDays: z
        .number({ error: "Days must be a number" })
        .int("Days must be a whole number")
        .min(1, "Days must be at least 1")
        .max(MAX_EVERY_DAYS, `Days must be at most ${MAX_EVERY_DAYS}`),
      times: z
        .array(time)
        .min(1, "At least one time is required")
        .max(MAX_TIMES_PER_DAY, `At most ${MAX_TIMES_PER_DAY} times a day`)
        .refine((times) => new Set(times).size === times.length, "Each time can be given only once")
        .transform((times) => [...times].sort()),
    }),
    z.object({ type: z.literal("as_needed") }),
  ],
  { error: "Choose how often" },
);

/** A course of medication. */
export const medicationCourseSchema = newShape(COURSE_FIELDS)
  .extend({ schedule })
  .superRefine(({ startOn, endOn }, context) => {
    if (!endOn || endOn >= startOn) return;
    context.addIssue({ code: "custom", path: ["endOn"], message: "End date cannot be before the start" });
  });

export type TypedCourse = z.output<typeof medicationCourseSchema>;

/** Why and when a course was stopped. */
export const courseStopSchema = z.object({
  stoppedOn: requiredDay("Last day", "Last day is required"),
  stopReason: optionalText("Reason"),
});

const entryKey = z
  .string()
  .min(8, "Entry key must have at least 8 characters")
  .max(64, "Entry key is too long");

/** A dose given. */
export const doseSchema = z.object({
  dayOn: requiredDay("Day", "Day is required"),
  slot: z
    .number({ error: "Slot must be a number" })
    .int("Slot must be a whole number")
    .min(0, "Slot must be at least 0")
    .max(MAX_TIMES_PER_DAY - 1, "Slot is too high")
    .nullable(),
  givenAt: z.number({ error: "Time must be a time" }).int("Time must be a time"),
  entryKey,
});

/** A dog's weight on a day. */
export const dogWeightSchema = z.object({
  grams: z
    .number({ error: "Weight must be a number" })
    .int("Weight must be in whole grams")
    .positive("Weight must be positive")
    .max(MAX_DOG_GRAMS, "Weight must be at most 400 lbs"),
  weighedOn: requiredDay("Day", "Day is required"),
  notes: optionalText("Notes"),
});

/** A weighing, with the key by which it counts once. */
export const newDogWeightSchema = dogWeightSchema.extend({ entryKey });
