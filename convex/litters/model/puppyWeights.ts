/**
 * Weighing puppies. The device gives each entry a key, so an entry that is sent several times is stored once. If
 * two people weigh the same puppy within minutes, the second entry is detected. An undone entry remains as a marked
 * row, so that the same entry is not stored again if it arrives late.
 */
import { v, type Infer } from "convex/values";
import {
  DOUBLE_WEIGHING_MS,
  MAX_PUPPIES_BORN,
  MAX_WEIGHTS_PER_PUPPY,
  RECENT_WEIGHTS_PER_PUPPY,
} from "../../../domain/litters/rules";
import { checkLimit, fail } from "../../../domain/errors";
import { parseOrFail } from "../../../domain/records/parse";
import { weighingSchema } from "../../../domain/litters/schemas";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { puppiesOf } from "./puppyRows";
import { logLitterActivity } from "./puppyActivities";
import type { ReachedPuppy } from "./puppies";
import { toWeight, type Weight, weightShape } from "./puppyShape";
import { getOrFail } from "../../platform/model/paging/rows";

const DAY_MS = 86_400_000;

/**
 * If somebody else has just entered the same weight, the entry is not stored. If somebody entered another weight
 * within the last minutes, the entry is stored, but a person should check both entries.
 */
export const weighingOutcomeShape = v.object({
  outcome: v.union(v.literal("stored"), v.literal("known"), v.literal("same"), v.literal("second")),
  other: v.union(weightShape, v.null()),
});
type WeighingOutcome = Infer<typeof weighingOutcomeShape>;

const byKey = async (ctx: QueryCtx, kennelId: Id<"kennels">, entryKey: string) =>
  await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", kennelId).eq("entryKey", entryKey))
    .first();

/** Finds an entry within minutes of the given time. */
async function findNear(
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"puppies">, "kennelId" | "_id">,
  weighedAt: number,
): Promise<Doc<"puppyWeights">[]> {
  const near = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_puppy_and_weighed", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("puppyId", _id)
        .gte("weighedAt", weighedAt - DOUBLE_WEIGHING_MS)
        .lte("weighedAt", weighedAt + DOUBLE_WEIGHING_MS),
    )
    .take(MAX_WEIGHTS_PER_PUPPY);
  return near.filter(({ removedAt }) => removedAt === undefined);
}

/** The weight of an undone entry may have been entered again within minutes. */
export async function isWeighedAgain(ctx: QueryCtx, entry: Doc<"puppyWeights">): Promise<boolean> {
  const { _id, kennelId, puppyId, weighedAt, grams } = entry;
  const near = await findNear(ctx, { kennelId, _id: puppyId }, weighedAt);
  return near.some((other) => other._id !== _id && other.grams === grams);
}

/** The tolerance is for a wrong clock, and for a device in another time zone. */
export const isBeforeBirth = (
  weighedAt: number,
  { whelpingDate }: Pick<Doc<"litters">, "whelpingDate">,
): boolean => weighedAt < Date.parse(whelpingDate) - DAY_MS;

/** The clock of a phone may be wrong. The time cannot be in the future, or much earlier than the birth. */
async function trustedInstant(ctx: QueryCtx, puppy: Doc<"puppies">, weighedAt: number): Promise<number> {
  if (isBeforeBirth(weighedAt, await getOrFail(ctx, "litters", puppy.litterId))) {
    fail("VALIDATION_FAILED", { fields: { weighedAt: "A weighing cannot be before the birth" } });
  }
  return Math.min(weighedAt, Date.now());
}

/** Throws LIMIT_REACHED. */
async function checkRoom(ctx: QueryCtx, { kennelId, _id }: Doc<"puppies">): Promise<void> {
  const rows = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_puppy_and_weighed", (q) => q.eq("kennelId", kennelId).eq("puppyId", _id))
    .take(MAX_WEIGHTS_PER_PUPPY);
  checkLimit(rows.length, MAX_WEIGHTS_PER_PUPPY);
}

/** If the same entry is sent several times, it is stored once. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addWeight(
  ctx: MutationCtx,
  { puppy, access }: ReachedPuppy,
  fields: object,
): Promise<WeighingOutcome> {
  const { grams, entryKey, ...typed } = parseOrFail(weighingSchema, fields);
  if (await byKey(ctx, puppy.kennelId, entryKey)) return { outcome: "known", other: null };
  const weighedAt = await trustedInstant(ctx, puppy, typed.weighedAt);
  const near = await findNear(ctx, puppy, weighedAt);
  const same = near.find((entry) => entry.grams === grams);
  if (same) return { outcome: "same", other: toWeight(same) };
  await checkRoom(ctx, puppy);
  await ctx.db.insert("puppyWeights", {
    kennelId: puppy.kennelId,
    litterId: puppy.litterId,
    puppyId: puppy._id,
    grams,
    weighedAt,
    weighedBy: access.user._id,
    entryKey,
  });
  await logLitterActivity(ctx, await getOrFail(ctx, "litters", puppy.litterId), "Litter weighed");
  const other = near.at(-1);
  return other ? { outcome: "second", other: toWeight(other) } : { outcome: "stored", other: null };
}

/** If the weighing is missing or already undone, nothing changes. */
export async function undoWeight(ctx: MutationCtx, litter: Doc<"litters">, entryKey: string): Promise<null> {
  const row = await byKey(ctx, litter.kennelId, entryKey);
  if (row?.litterId !== litter._id || row.removedAt !== undefined) return null;
  await ctx.db.patch("puppyWeights", row._id, { removedAt: Date.now() });
  return null;
}

/** The oldest weighing is first. */
export async function listWeights(ctx: QueryCtx, { kennelId, _id }: Doc<"litters">): Promise<Weight[]> {
  const rows = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_litter_and_weighed", (q) => q.eq("kennelId", kennelId).eq("litterId", _id))
    .take(MAX_PUPPIES_BORN * MAX_WEIGHTS_PER_PUPPY);
  return rows.filter(({ removedAt }) => removedAt === undefined).map(toWeight);
}

/** The newest weighings of each puppy are first. */
export async function listRecentWeights(ctx: QueryCtx, litter: Doc<"litters">): Promise<Weight[]> {
  const found: Weight[] = [];
  for (const { _id } of await puppiesOf(ctx, litter)) {
    // More rows are read than shown, because undone entries are left out.
    const rows = await ctx.db
      .query("puppyWeights")
      .withIndex("by_kennel_and_puppy_and_weighed", (q) =>
        q.eq("kennelId", litter.kennelId).eq("puppyId", _id),
      )
      .order("desc")
      .take(2 * RECENT_WEIGHTS_PER_PUPPY);
    const kept = rows.filter(({ removedAt }) => removedAt === undefined);
    found.push(...kept.slice(0, RECENT_WEIGHTS_PER_PUPPY).map(toWeight));
  }
  return found;
}
