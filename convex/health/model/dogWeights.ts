/**
 * The weights of an adult dog, listed together with its weights as a puppy. The weight in the dog's record is
 * updated in the same transaction.
 */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { v, type Infer } from "convex/values";
import { MAX_WEIGHTS_PER_PUPPY } from "../../../domain/litters/rules";
import { MAX_WEIGHTS_PER_DOG } from "../../../domain/health/rules";
import { checkLimit, failOnFields } from "../../../domain/errors";
import { formatWeight } from "../../../domain/formatting/formatting";
import { fromGrams } from "../../../domain/health/weights";
import { dogWeightSchema, newDogWeightSchema } from "../../../domain/health/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordChange } from "../../platform/model/changes/activities";
import { trustedToday } from "../../platform/model/people/today";
import { weightRowsOf } from "./dogWeightRows";
import type { ReachedDog } from "../../platform/model/people/identity";
import { saveRow } from "../../platform/model/changes/edits";
import { requireRowOf } from "../../platform/model/paging/rows";

const dogWeightShape = v.object({
  _id: v.id("dogWeights"),
  grams: v.number(),
  weighedOn: v.string(),
  notes: v.union(v.string(), v.null()),
});

export const dogWeightsShape = v.object({
  /** The newest weight is first. */
  weights: v.array(dogWeightShape),
  /** The oldest weight is first. The birth weight is included. */
  asPuppy: v.array(v.object({ grams: v.number(), weighedAt: v.number() })),
});

const toWeight = ({ _id, grams, weighedOn, notes }: Doc<"dogWeights">): Infer<typeof dogWeightShape> => ({
  _id,
  grams,
  weighedOn,
  notes: notes ?? null,
});

const HALF_DAY_MS = 43_200_000;

export const puppyOfDog = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"dogs">, "_id" | "kennelId">,
): Promise<Doc<"puppies"> | null> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", _id))
    .first();

async function weightsAsPuppy(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof dogWeightsShape>["asPuppy"]> {
  const puppy = await puppyOfDog(ctx, dog);
  if (!puppy) return [];
  const rows = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_puppy_and_weighed", (q) =>
      q.eq("kennelId", dog.kennelId).eq("puppyId", puppy._id),
    )
    .take(MAX_WEIGHTS_PER_PUPPY);
  const kept = rows
    .filter(({ removedAt }) => removedAt === undefined)
    .map(({ grams, weighedAt }) => ({ grams, weighedAt }));
  if (puppy.birthWeightGrams === undefined) return kept;
  const litter = await ctx.db.get("litters", puppy.litterId);
  const bornAt = puppy.bornAt ?? (litter ? Date.parse(litter.whelpingDate) + HALF_DAY_MS : null);
  return bornAt === null ? kept : [{ grams: puppy.birthWeightGrams, weighedAt: bornAt }, ...kept];
}

/** The dog's weights as a puppy are included. */
export async function describeWeights(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof dogWeightsShape>> {
  return {
    weights: (await weightRowsOf(ctx, dog)).map(toWeight),
    asPuppy: await weightsAsPuppy(ctx, dog),
  };
}

const checkDay = ({ dateOfBirth: bornOn }: Doc<"dogs">, weighedOn: string, today: string): void =>
  failOnFields(checkLifeDay("weighedOn", "Day", weighedOn, { today: trustedToday(today), bornOn }));

export const weightOutcomeValidator = v.union(
  v.literal("stored"),
  /** A weight with this key was already stored. */
  v.literal("known"),
  /** "same": another entry already recorded the same weight on that date. */
  v.literal("same"),
);

/** If the same entry is sent several times, it is stored once. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addDogWeight(
  ctx: MutationCtx,
  { dog, access }: ReachedDog,
  { today, ...fields }: { today: string },
): Promise<Infer<typeof weightOutcomeValidator>> {
  const { entryKey, notes, ...typed } = parseOrFail(newDogWeightSchema, fields);
  checkDay(dog, typed.weighedOn, today);
  const known = await ctx.db
    .query("dogWeights")
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", dog.kennelId).eq("entryKey", entryKey))
    .first();
  if (known) return "known";
  const rows = await weightRowsOf(ctx, dog);
  if (rows.some(({ weighedOn, grams }) => weighedOn === typed.weighedOn && grams === typed.grams))
    return "same";
  checkLimit(rows.length, MAX_WEIGHTS_PER_DOG);
  await ctx.db.insert("dogWeights", {
    kennelId: dog.kennelId,
    dogId: dog._id,
    ...typed,
    notes: notes ?? undefined,
    weighedBy: access.user._id,
    entryKey,
    updatedAt: Date.now(),
  });
  await logWeightActivity(ctx, dog, "Weight recorded", typed.grams);
  return "stored";
}

export async function logWeightActivity(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  title: "Weight recorded" | "Weight changed" | "Weight deleted",
  grams: number,
): Promise<void> {
  await recordChange(ctx, dog.kennelId, {
    type: "health_record",
    title,
    description: `${dog.name}: ${formatWeight(fromGrams(grams, "lb"))}`,
    dogId: dog._id,
    record: { table: "dogs", id: dog._id },
  });
}

async function requireWeight(ctx: QueryCtx, dog: Doc<"dogs">, weightId: string): Promise<Doc<"dogWeights">> {
  return await requireRowOf(ctx, "dogWeights", weightId, { dogId: dog._id });
}

/** Throws VALIDATION_FAILED. */
export async function updateDogWeight(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  { weightId, today, ...fields }: { weightId: string; today: string },
): Promise<null> {
  const row = await requireWeight(ctx, dog, weightId);
  const { notes, ...typed } = parseOrFail(dogWeightSchema, fields);
  checkDay(dog, typed.weighedOn, today);
  await saveRow(ctx, "dogWeights", row, { ...typed, notes: notes ?? undefined });
  await logWeightActivity(ctx, dog, "Weight changed", typed.grams);
  return null;
}

export async function removeDogWeight(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  weightId: string,
): Promise<null> {
  const row = await requireWeight(ctx, dog, weightId);
  await ctx.db.delete("dogWeights", row._id);
  await logWeightActivity(ctx, dog, "Weight deleted", row.grams);
  return null;
}
