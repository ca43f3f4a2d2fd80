/** Arguments and results of progesterone readings, and results that are calculated from heats. */
import { v, type Infer } from "convex/values";
import { READING_FIELDS } from "../../../domain/heats/record";
import type { Doc } from "../../_generated/dataModel";
import { breedingStatusValidator } from "../../breedings/tables/breedings";
import { answerFields, answerOf, newArgs } from "../../platform/tables/recordValidators";
import { textOrNull } from "../../platform/tables/shared";

export const newReadingArgs = newArgs(READING_FIELDS);

export const readingShape = v.object({
  _id: v.id("progesteroneReadings"),
  heatId: v.id("heats"),
  ...answerFields(READING_FIELDS),
});
export type HeatReading = Infer<typeof readingShape>;

/** The shape includes the values that determine the due date of the puppies. */
export const matingShape = v.object({
  breedingId: v.id("breedings"),
  breedingDate: v.string(),
  expectedDueDate: textOrNull,
  actualDueDate: textOrNull,
  status: breedingStatusValidator,
  sireName: textOrNull,
});

export type HeatMating = Infer<typeof matingShape>;

export const predictionShape = v.object({
  expectedOn: v.string(),
  fromOn: v.string(),
  toOn: v.string(),
  intervalDays: v.number(),
  ownIntervals: v.number(),
  isAfterWhelping: v.boolean(),
});

/** The rules need the dates in this form. */
export const daysOf = ({
  startOn,
  endOn = null,
}: {
  readonly startOn: string;
  readonly endOn?: string | null;
}) => ({
  ...{ startOn, endOn },
});

export const toReading = (row: Doc<"progesteroneReadings">): HeatReading => ({
  _id: row._id,
  heatId: row.heatId,
  ...answerOf(READING_FIELDS, row),
});
