/**
 * Heats as the screens show them: one bitch's heats with the next expected heat, and the kennel's bitches that are
 * in heat or expected to come into heat. Predictions are calculated from heats and whelpings on each read, so they
 * are never out of date.
 */
import { v, type Infer } from "convex/values";
import { FIRST_HEAT_MONTHS, MAX_HEATS_PER_DOG, MAX_READINGS_PER_HEAT } from "../../../domain/heats/rules";
import { addYears, monthsBetween } from "../../../domain/dates/calendar-days";
import { isGone } from "../../../domain/dogs/standing";
import { readCycle } from "../../../domain/heats/cycle";
import { isInHeat, matingsOfHeat, predictNextHeat, type Prediction } from "../../../domain/heats/prediction";
import { READING_FIELDS } from "../../../domain/heats/record";
import { omitFields } from "../../../domain/records/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { breedingStatusValidator } from "../../breedings/tables/breedings";
import { checkToday } from "../../platform/model/people/today";
import { heatsOf, readingsOf } from "./heatRows";
import { predictionShape, toReading, type HeatMating } from "./heatShape";
import { heatEntryShape, heats } from "./heats";
import { answerFields } from "../../platform/tables/recordValidators";
import { PhotoReader, photoShape } from "../../platform/model/files/photoShape";
import { textOrNull } from "../../platform/tables/shared";

export const heatLogShape = v.object({
  /** A heat is not predicted if the bitch is spayed, or no longer lives in the kennel. */
  prevention: v.union(v.literal("spayed"), v.literal("gone"), v.null()),
  spayedOn: textOrNull,
  /** The newest heat is first. */
  heats: v.array(heatEntryShape),
  prediction: v.union(predictionShape, v.null()),
});

const MOST_BREEDINGS = 100;

/** The expected whelping date after the last mating is included. */
const whelpingsOf = (breedings: readonly Doc<"breedings">[]): string[] =>
  breedings.flatMap(({ status, actualDueDate, expectedDueDate }) => {
    if (actualDueDate !== undefined) return actualDueDate;
    const isExpecting = status === "bred" || status === "confirmed" || status === "whelped";
    return (isExpecting ? expectedDueDate : undefined) ?? [];
  });

/** Returns null if a heat is predicted. */
export const preventionOf = (dog: Doc<"dogs">): Infer<typeof heatLogShape>["prevention"] =>
  dog.spayedOn !== undefined ? "spayed" : isGone(dog) ? "gone" : null;

async function toMating(ctx: QueryCtx, row: Doc<"breedings">): Promise<HeatMating> {
  const sire = row.sireId && (await ctx.db.get("dogs", row.sireId));
  return {
    breedingId: row._id,
    breedingDate: row.breedingDate,
    expectedDueDate: row.expectedDueDate ?? null,
    actualDueDate: row.actualDueDate ?? null,
    status: row.status,
    sireName: sire?.name ?? row.sireName ?? null,
  };
}

/** The log contains readings and matings. It is empty for a male. */
export async function describeHeatLog(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof heatLogShape> | null> {
  if (dog.gender !== "female" || dog.isExternal) return null;
  const rows = await heatsOf(ctx, dog).order("desc").take(MAX_HEATS_PER_DOG);
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_dam_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("damId", dog._id))
    .order("desc")
    .take(MOST_BREEDINGS);
  const readings = await ctx.db
    .query("progesteroneReadings")
    .withIndex("by_kennel_and_dog_and_taken", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(MAX_HEATS_PER_DOG * MAX_READINGS_PER_HEAT);
  const prevention = preventionOf(dog);
  const starts = rows.map(({ startOn }) => startOn);
  return {
    prevention,
    spayedOn: dog.spayedOn ?? null,
    heats: await Promise.all(
      rows.map(async (heat) => ({
        ...(await heats.describe(ctx, heat)),
        readings: readings.filter(({ heatId }) => heatId === heat._id).map(toReading),
        matings: await Promise.all(
          matingsOfHeat(heat.startOn, breedings).map(async (row) => await toMating(ctx, row)),
        ),
      })),
    ),
    prediction: prevention === null ? predictNextHeat(starts, whelpingsOf(breedings)) : null,
  };
}

/** Predictions use the heats and breedings of these years. */
const LOOKED_BACK_YEARS = 3;
const MOST_HEATS = 2000;
const MOST_KENNEL_BREEDINGS = 1000;

export interface Forecast {
  readonly dogId: Id<"dogs">;
  readonly last: Doc<"heats">;
  readonly prediction: Prediction | null;
  /** The last change of a heat or breeding that the prediction uses. */
  readonly changedAt: number;
}

function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Only bitches with a heat in the last years are included. */
export async function readForecasts(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
): Promise<Forecast[]> {
  const since = addYears(today, -LOOKED_BACK_YEARS);
  const heats = await ctx.db
    .query("heats")
    .withIndex("by_kennel_and_start", (q) => q.eq("kennelId", kennelId).gte("startOn", since))
    .order("desc")
    .take(MOST_HEATS);
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId).gte("breedingDate", since))
    .order("desc")
    .take(MOST_KENNEL_BREEDINGS);
  const breedingsByDam = groupBy(breedings, ({ damId }) => damId);
  return [...groupBy(heats, ({ dogId }) => dogId)].flatMap(([dogId, own]) => {
    const [last] = own;
    if (!last) return [];
    const breedingsOfDam = breedingsByDam.get(dogId) ?? [];
    const starts = own.map(({ startOn }) => startOn);
    const prediction = predictNextHeat(starts, whelpingsOf(breedingsOfDam));
    const changedAt = Math.max(...[...own, ...breedingsOfDam].map(({ updatedAt }) => updatedAt));
    return [{ dogId, last, prediction, changedAt }];
  });
}

const bitchShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: textOrNull,
  breed: v.string(),
  /** Contains at most the primary photo. */
  photos: v.array(photoShape),
});

const estimateShape = v.object({
  /** Measured or expected; null if the readings determine no date. */
  ovulationOn: textOrNull,
  isMeasured: v.boolean(),
  /** Whether the readings before and after the event were close enough together. */
  isSure: v.boolean(),
  /** The first reading was already high. */
  isMissed: v.boolean(),
  bestFrom: textOrNull,
  bestTo: textOrNull,
  lastReading: v.union(
    v.object(answerFields(omitFields(READING_FIELDS, ["takenTime", "laboratory"]))),
    v.null(),
  ),
});

const heatBreedingShape = v.object({
  _id: v.id("breedings"),
  breedingDate: v.string(),
  status: breedingStatusValidator,
  expectedDueDate: textOrNull,
  sireName: textOrNull,
});

export const heatOverviewShape = v.object({
  inHeat: v.array(
    v.object({
      dog: bitchShape,
      heat: heats.shape,
      estimate: estimateShape,
      /** The newest breeding of this heat that has not failed. */
      breeding: v.union(heatBreedingShape, v.null()),
    }),
  ),
  /** The earliest expected heat is first. */
  next: v.array(v.object({ dog: bitchShape, lastStartOn: v.string(), prediction: predictionShape })),
  /** These bitches are old enough for a first heat. */
  unrecorded: v.array(bitchShape),
});

/** The most bitches of a kennel that are checked for a missing heat. */
const MOST_BITCHES = 400;

async function toBitch(dog: Doc<"dogs">, photos: PhotoReader): Promise<Infer<typeof bitchShape>> {
  return {
    _id: dog._id,
    name: dog.name,
    callName: dog.callName ?? null,
    breed: dog.breed,
    photos: await photos.primaryOf(dog),
  };
}

async function readEstimate(ctx: QueryCtx, heat: Doc<"heats">): Promise<Infer<typeof estimateShape>> {
  const readings = (await readingsOf(ctx, heat)).map(toReading);
  const { ovulation, bestMating, isMissed } = readCycle(heat.startOn, readings);
  const last = readings.at(-1);
  return {
    ovulationOn: ovulation?.on ?? null,
    isMeasured: ovulation?.basis === "measured",
    isSure: ovulation?.isSure ?? false,
    isMissed,
    bestFrom: bestMating?.from ?? null,
    bestTo: bestMating?.to ?? null,
    lastReading: last ? { takenOn: last.takenOn, value: last.value, unit: last.unit } : null,
  };
}

async function findBreeding(
  ctx: QueryCtx,
  { kennelId, dogId, startOn }: Doc<"heats">,
): Promise<Infer<typeof heatBreedingShape> | null> {
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_dam_and_date", (q) =>
      q.eq("kennelId", kennelId).eq("damId", dogId).gte("breedingDate", startOn),
    )
    .order("desc")
    .take(MOST_BREEDINGS);
  const found = breedings.find(({ status }) => status !== "failed");
  if (!found) return null;
  const { _id, breedingDate, status, expectedDueDate = null, sireName = null } = found;
  const sire = found.sireId && (await ctx.db.get("dogs", found.sireId));
  return {
    ...{ _id, breedingDate, status, expectedDueDate },
    sireName: sire ? (sire.callName ?? sire.name) : sireName,
  };
}

/** Throws VALIDATION_FAILED. */
export async function describeHeatOverview(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
): Promise<Infer<typeof heatOverviewShape>> {
  checkToday(today);
  const forecasts = await readForecasts(ctx, kennelId, today);
  const photos = new PhotoReader(ctx);
  const inHeat: Infer<typeof heatOverviewShape>["inHeat"] = [];
  const next: Infer<typeof heatOverviewShape>["next"] = [];
  for (const { dogId, last, prediction } of forecasts) {
    const dog = await ctx.db.get("dogs", dogId);
    if (!dog || preventionOf(dog) !== null) continue;
    if (isInHeat({ startOn: last.startOn, endOn: last.endOn ?? null }, today)) {
      inHeat.push({
        dog: await toBitch(dog, photos),
        heat: await heats.describe(ctx, last),
        estimate: await readEstimate(ctx, last),
        breeding: await findBreeding(ctx, last),
      });
    } else if (prediction) {
      next.push({ dog: await toBitch(dog, photos), lastStartOn: last.startOn, prediction });
    }
  }
  inHeat.sort((a, b) => (a.heat.startOn < b.heat.startOn ? 1 : -1));
  next.sort((a, b) => (a.prediction.expectedOn < b.prediction.expectedOn ? -1 : 1));
  const known = new Set(forecasts.map(({ dogId }) => dogId));
  return { inHeat, next, unrecorded: await listUnrecorded(ctx, kennelId, today, known, photos) };
}

async function listUnrecorded(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  known: ReadonlySet<Id<"dogs">>,
  photos: PhotoReader,
): Promise<Infer<typeof bitchShape>[]> {
  const bitches = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_gender_and_name", (q) =>
      q.eq("kennelId", kennelId).eq("isExternal", false).eq("gender", "female"),
    )
    .take(MOST_BITCHES);
  const isOldEnough = ({ dateOfBirth }: Doc<"dogs">): boolean =>
    dateOfBirth === undefined || monthsBetween(dateOfBirth, today) >= FIRST_HEAT_MONTHS.from;
  const unrecorded = bitches
    .filter((dog) => !known.has(dog._id) && dog.status === "active" && preventionOf(dog) === null)
    .filter(isOldEnough);
  return await Promise.all(unrecorded.map(async (dog) => await toBitch(dog, photos)));
}
