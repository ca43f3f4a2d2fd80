/**
 * Heats and progesterone readings of the kennel's own bitches. Each change is checked against the bitch's other
 * heats and added to the activity list in the same transaction. Derived values are not stored;
 * heats/model/heatReads.ts calculates them on each read.
 */
import { v, type Infer } from "convex/values";
import { MAX_HEATS_PER_DOG, MAX_READINGS_PER_HEAT } from "../../../domain/heats/rules";
import { isCalendarDay, checkLifeDay } from "../../../domain/dates/calendar-days";
import { READING_FIELDS, HEAT_FIELDS } from "../../../domain/heats/record";
import { valuesIn } from "../../../domain/records/record";
import { checkLimit, fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import { checkHeatDays, checkOtherHeats, checkReadingDay } from "../../../domain/heats/checks";
import { readingSchema, type TypedReading } from "../../../domain/heats/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import { recordActivity, recordChange } from "../../platform/model/changes/activities";
import { trustedToday } from "../../platform/model/people/today";
import { heatsOf, readingsOf } from "./heatRows";
import { daysOf, matingShape, readingShape, toReading, type HeatReading } from "./heatShape";
import { storedFields } from "../../platform/tables/recordValidators";
import type { ReachedDog } from "../../platform/model/people/identity";
import { saveRow } from "../../platform/model/changes/edits";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";

/** The caller may change the heat. */
interface ReachedHeat {
  readonly heat: Doc<"heats">;
  readonly dog: Doc<"dogs">;
}

/** Only bitches of the kennel itself can have heats. */
export function bitchFaults({ gender, isExternal }: Pick<Doc<"dogs">, "gender" | "isExternal">): FieldErrors {
  if (gender !== "female") return { dogId: "Only a female dog can have heats" };
  return isExternal ? { dogId: "Heats are recorded only for the kennel's own dogs" } : {};
}

interface HeatDays {
  readonly startOn: string;
  readonly endOn: string | null;
}

/** The dates are also compared with the bitch's other heats. */
export async function heatFaults(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  days: HeatDays,
  { today, heatId }: { today: string; heatId: Id<"heats"> | null },
): Promise<FieldErrors> {
  const all = await heatsOf(ctx, dog).take(MAX_HEATS_PER_DOG);
  const others = all.filter(({ _id }) => _id !== heatId);
  return {
    ...checkOtherHeats(days.startOn, others.map(daysOf)),
    ...checkHeatDays(days, { today, bornOn: dog.dateOfBirth ?? null }),
  };
}

const toStoredReading = (typed: TypedReading) =>
  storedFields(READING_FIELDS, valuesIn(READING_FIELDS, typed));

async function insertReading(
  ctx: MutationCtx,
  heat: Pick<Doc<"heats">, "_id" | "kennelId" | "dogId">,
  typed: TypedReading,
): Promise<Id<"progesteroneReadings">> {
  return await ctx.db.insert("progesteroneReadings", {
    kennelId: heat.kennelId,
    heatId: heat._id,
    dogId: heat.dogId,
    ...toStoredReading(typed),
    updatedAt: Date.now(),
  });
}

export const heats = recordKind({
  table: "heats",
  fields: HEAT_FIELDS,
  args: { today: v.string() },
  index: "by_kennel_and_dog_and_start",
  most: MAX_HEATS_PER_DOG,
  activity: { type: "breeding", noun: "Heat", added: "Heat recorded", nameOf: () => "" },
  more: {
    shape: { dogId: v.id("dogs") },
    reader:
      () =>
      ({ dogId }) => ({ dogId }),
  },
  admit: async (ctx, { row, dog, values, args }) => {
    if (!dog) return fail("NOT_FOUND");
    if (!row) failOnFields(bitchFaults(dog));
    const today = trustedToday(args.today);
    failOnFields(await heatFaults(ctx, dog, values, { today, heatId: row?._id ?? null }));
    if (row) await checkReadings(ctx, row, values.startOn, today);
    return {};
  },
});

export type Heat = Infer<typeof heats.shape>;

export const heatEntryShape = heats.shape.extend({
  /** The earliest reading is first. */
  readings: v.array(readingShape),
  matings: v.array(matingShape),
});

/** When a deleted heat is restored, its readings are also recorded. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addHeat(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  { readings = [], ...fields }: { today: string; readings?: readonly object[] },
): Promise<Heat> {
  if (readings.length > MAX_READINGS_PER_HEAT) fail("LIMIT_REACHED", { count: MAX_READINGS_PER_HEAT });
  const heat = await heats.create(ctx, { kennelId: dog.kennelId, dog }, fields);
  for (const reading of readings) {
    const typed = parseOrFail(readingSchema, reading);
    failOnFields(checkReadingDay(typed.takenOn, heat.startOn, trustedToday(fields.today)));
    await insertReading(ctx, heat, typed);
  }
  return heat;
}

/** Throws VALIDATION_FAILED if a reading would be before the new start of its heat. */
export async function checkReadings(
  ctx: QueryCtx,
  heat: Doc<"heats">,
  startOn: string,
  today: string,
): Promise<void> {
  for (const { takenOn } of await readingsOf(ctx, heat)) {
    if (Object.keys(checkReadingDay(takenOn, startOn, today)).length === 0) continue;
    failOnFields({ startOn: `The reading of ${takenOn} would no longer be within this heat` });
  }
}

export async function logHeatActivity(
  ctx: MutationCtx,
  heat: Doc<"heats">,
  title: "Progesterone changed" | "Progesterone deleted",
  known?: Doc<"dogs">,
): Promise<void> {
  const dog = known ?? (await getOrFail(ctx, "dogs", heat.dogId));
  await recordChange(ctx, heat.kennelId, {
    ...{ type: "breeding", title, description: dog.name, dogId: dog._id },
    record: { table: "heats", id: heat._id },
  });
}

const isSameReading = (row: Doc<"progesteroneReadings">, typed: TypedReading): boolean =>
  row.takenOn === typed.takenOn &&
  (row.takenTime ?? null) === (typed.takenTime ?? null) &&
  row.value === typed.value &&
  row.unit === typed.unit;

async function requireReading(
  ctx: QueryCtx,
  heat: Doc<"heats">,
  readingId: string,
): Promise<Doc<"progesteroneReadings">> {
  return await requireRowOf(ctx, "progesteroneReadings", readingId, { heatId: heat._id });
}

/** If the same entry is sent several times, it is stored once. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addReading(
  ctx: MutationCtx,
  { heat, dog }: ReachedHeat,
  { today, ...fields }: { today: string },
): Promise<HeatReading> {
  const typed = parseOrFail(readingSchema, fields);
  failOnFields(checkReadingDay(typed.takenOn, heat.startOn, trustedToday(today)));
  const rows = await readingsOf(ctx, heat);
  const same = rows.find((row) => isSameReading(row, typed));
  if (same) return toReading(same);
  checkLimit(rows.length, MAX_READINGS_PER_HEAT);
  const id = await insertReading(ctx, heat, typed);
  await recordActivity(ctx, heat.kennelId, {
    type: "breeding",
    title: "Progesterone recorded",
    description: `${dog.name}: ${typed.value} ${typed.unit}`,
    dogId: dog._id,
    record: { table: "heats", id: heat._id },
  });
  return toReading(await getOrFail(ctx, "progesteroneReadings", id));
}

/** Throws NOT_FOUND or VALIDATION_FAILED. */
export async function updateReading(
  ctx: MutationCtx,
  { heat, dog }: ReachedHeat,
  { today, readingId, ...fields }: { today: string; readingId: string },
): Promise<HeatReading> {
  const row = await requireReading(ctx, heat, readingId);
  const typed = parseOrFail(readingSchema, fields);
  failOnFields(checkReadingDay(typed.takenOn, heat.startOn, trustedToday(today)));
  const saved = await saveRow(ctx, "progesteroneReadings", row, toStoredReading(typed));
  await logHeatActivity(ctx, heat, "Progesterone changed", dog);
  return toReading(saved);
}

/** Throws NOT_FOUND. */
export async function removeReading(
  ctx: MutationCtx,
  { heat, dog }: ReachedHeat,
  readingId: string,
): Promise<null> {
  const row = await requireReading(ctx, heat, readingId);
  await ctx.db.delete("progesteroneReadings", row._id);
  await logHeatActivity(ctx, heat, "Progesterone deleted", dog);
  return null;
}

/** Null means that the bitch is not spayed. Throws VALIDATION_FAILED. */
export async function setSpayed(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  { today, spayedOn }: { today: string; spayedOn: string | null },
): Promise<null> {
  failOnFields(bitchFaults(dog));
  if (spayedOn !== null) {
    if (!isCalendarDay(spayedOn)) fail("VALIDATION_FAILED", { fields: { spayedOn: "Day must be a date" } });
    failOnFields(checkLifeDay("spayedOn", "Day", spayedOn, { today: trustedToday(today) }));
  }
  await ctx.db.patch("dogs", dog._id, { spayedOn: spayedOn ?? undefined });
  await logSpaying(ctx, { ...dog, spayedOn: spayedOn ?? undefined });
  return null;
}

export async function logSpaying(
  ctx: MutationCtx,
  { _id, kennelId, name, spayedOn }: Doc<"dogs">,
): Promise<void> {
  await recordChange(ctx, kennelId, {
    ...{ type: "breeding", title: spayedOn === undefined ? "No longer recorded as spayed" : "Spayed" },
    ...{ description: name, dogId: _id, record: { table: "dogs", id: _id } },
  });
}
