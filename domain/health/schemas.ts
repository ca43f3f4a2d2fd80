/** The zod shapes of health data. */
import { z } from "zod";
import { HEALTH_RECORD_TYPES, MAX_DOG_GRAMS, MAX_EVERY_DAYS, MAX_TIMES_PER_DAY } from "./rules";
import { isCalendarDay } from "../dates/calendar-days";
import { HEALTH_RECORD_FIELDS, HEALTH_TEST_FIELDS, COURSE_FIELDS } from "./record";
import { newShape } from "../records/record";
import { choiceFilter, searchFilter, optionalText, requiredDay } from "../records/parts";
import { TEST_KINDS } from "./test-kinds";
import { checkResult } from "./test-results";

/**
 * The form, the functions and REST share these shapes (rules HLT-08 to HLT-13). Rules that need the breeder's date
 * are in domain/health/record-days.ts.
 */

const healthRecordType = HEALTH_RECORD_FIELDS.recordType.schema;

/** The default type is examination. */
export const newHealthRecordSchema = newShape(HEALTH_RECORD_FIELDS);

const filterDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine((text) => text === "" || isCalendarDay(text), `${label} must be a date such as 2025-06-15`)
    .transform((text) => (text === "" ? null : text))
    .default(null);

/** An empty filter has no effect. */
export const healthRecordFiltersSchema = z.object({
  search: searchFilter,
  dogId: z
    .string({ error: "Dog must be an id" })
    .trim()
    .transform((text) => (text === "" ? null : text))
    .default(null),
  type: choiceFilter(healthRecordType, `Record type must be ${HEALTH_RECORD_TYPES.join(", ")} or empty`),
  startDate: filterDay("Start date"),
  endDate: filterDay("End date"),
});
export type HealthRecordFilters = z.output<typeof healthRecordFiltersSchema>;

/** domain/health/test-results.ts checks the results of each kind. */

const side = <Value extends z.ZodType>(value: Value) => value.nullable();
const chosen = z.string({ error: "Choose the result" }).max(40, "Choose the result");
const figure = z.number({ error: "Enter a number" });

const resultSchema = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("grade"), grade: chosen }),
    z.object({ type: z.literal("sides"), left: side(chosen), right: side(chosen) }),
    z.object({ type: z.literal("scores"), left: side(figure), right: side(figure) }),
    z.object({ type: z.literal("text"), text: z.string({ error: "Result is required" }).trim() }),
  ],
  { error: "Choose the result" },
);

/** A name is also required if the kind does not say what was tested. */
export const healthTestSchema = newShape(HEALTH_TEST_FIELDS)
  .extend({ result: resultSchema })
  .superRefine(({ kind, name, testedOn, result, validUntil }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (TEST_KINDS[kind].isNamed && !name) {
      refuse("name", kind === "dna" ? "Mutation is required" : "Name of the test is required");
    }
    for (const [field, message] of Object.entries(checkResult(kind, result))) refuse(field, message);
    if (validUntil && validUntil < testedOn) refuse("validUntil", "Valid until cannot be before the test");
  })
  .transform((typed) => ({ ...typed, name: TEST_KINDS[typed.kind].isNamed ? (typed.name ?? null) : null }));

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

export const medicationCourseSchema = newShape(COURSE_FIELDS)
  .extend({ schedule })
  .superRefine(({ startOn, endOn }, context) => {
    if (!endOn || endOn >= startOn) return;
    context.addIssue({ code: "custom", path: ["endOn"], message: "End date cannot be before the start" });
  });

export const courseStopSchema = z.object({
  stoppedOn: requiredDay("Last day", "Last day is required"),
  stopReason: optionalText("Reason"),
});

const entryKey = z
  .string()
  .min(8, "Entry key must have at least 8 characters")
  .max(64, "Entry key is too long");

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

export const dogWeightSchema = z.object({
  grams: z
    .number({ error: "Weight must be a number" })
    .int("Weight must be in whole grams")
    .positive("Weight must be positive")
    .max(MAX_DOG_GRAMS, "Weight must be at most 400 lbs"),
  weighedOn: requiredDay("Day", "Day is required"),
  notes: optionalText("Notes"),
});

/** An entry that is sent several times is stored once by its key. */
export const newDogWeightSchema = dogWeightSchema.extend({ entryKey });
