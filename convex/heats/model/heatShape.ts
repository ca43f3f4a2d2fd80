/** What functions take and return for heats and progesterone readings. Nothing is absent in answers, only null. */
import { v, type Infer } from "convex/values";
import { HEAT_FIELDS, READING_FIELDS } from "../../../domain/heats/record";
import type { Doc } from "../../_generated/dataModel";
import { breedingStatusValidator } from "../../breedings/tables/breedings";
import { answerFields, answerOf, changeArgs, newArgs } from "../../platform/tables/recordValidators";

const textOrNull = v.union(v.string(), v.null());
/** Arguments of a reading; a unit that there is not is told of at its field. */
export const newReadingArgs = { ...newArgs(READING_FIELDS), unit: v.string() };

/** Arguments of a new heat; domain/heats/schemas.ts then checks what the fields hold. */
export const newHeatArgs = newArgs(HEAT_FIELDS);

/** Arguments of a change: absent stays, null or empty is cleared. */
export const heatChangeArgs = changeArgs(HEAT_FIELDS);

export const readingShape = v.object({
  _id: v.id("progesteroneReadings"),
  heatId: v.id("heats"),
  ...answerFields(READING_FIELDS),
});
export type HeatReading = Infer<typeof readingShape>;

/** A mating in a heat, as far as it has to do with when puppies are due. */
export const matingShape = v.object({
  breedingId: v.id("breedings"),
  breedingDate: v.string(),
  expectedDueDate: textOrNull,
  actualDueDate: textOrNull,
  status: breedingStatusValidator,
  sireName: textOrNull,
});

export type HeatMating = Infer<typeof matingShape>;

export const heatShape = v.object({
  _id: v.id("heats"),
  dogId: v.id("dogs"),
  ...answerFields(HEAT_FIELDS),
  updatedAt: v.number(),
});
export type Heat = Infer<typeof heatShape>;

export const heatEntryShape = heatShape.extend({
  /** The earliest first. */
  readings: v.array(readingShape),
  matings: v.array(matingShape),
});

export const predictionShape = v.object({
  expectedOn: v.string(),
  fromOn: v.string(),
  toOn: v.string(),
  intervalDays: v.number(),
  ownIntervals: v.number(),
  isAfterWhelping: v.boolean(),
});

/** Makes the response of a stored heat. */
export const toHeat = (row: Doc<"heats">): Heat => ({
  _id: row._id,
  dogId: row.dogId,
  ...answerOf(HEAT_FIELDS, row),
  updatedAt: row.updatedAt,
});

/** Makes the response of a stored reading. */
export const toReading = (row: Doc<"progesteroneReadings">): HeatReading => ({
  _id: row._id,
  heatId: row.heatId,
  ...answerOf(READING_FIELDS, row),
});
