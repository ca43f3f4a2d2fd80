/** Records, changes and deletes the temperatures of a bitch before whelping. */
import { v, type Infer } from "convex/values";
import { z } from "zod";
import { DAM_TEMPERATURE_FIELDS } from "../../../domain/breedings/record";
import { MAX_TEMPERATURES_PER_BREEDING } from "../../../domain/breedings/rules";
import { checkLimit, failOnFields, type FieldErrors } from "../../../domain/errors";
import { parseOrFail } from "../../../domain/records/parse";
import { changeShape, newShape } from "../../../domain/records/record";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { getOrFail } from "../../platform/model/paging/rows";
import { changeArgs, newArgs } from "../../platform/tables/recordValidators";
import { logBreedingActivity } from "./breedingActivities";

export const damTemperatureShape = v.object({
  _id: v.id("damTemperatures"),
  breedingId: v.id("breedings"),
  takenAt: v.number(),
  temperatureFahrenheit: v.number(),
  entryKey: v.union(v.string(), v.null()),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type DamTemperature = Infer<typeof damTemperatureShape>;

/** The server stores an entry with the same key once, even if a device sends it several times. */
const entryKey = z
  .string({ error: "Entry key must be a text" })
  .min(8, "Entry key must have at least 8 characters")
  .max(64, "Entry key is too long");

export const newTemperatureSchema = newShape(DAM_TEMPERATURE_FIELDS).extend({
  entryKey: entryKey.optional(),
});
export const temperatureChangesSchema = changeShape(DAM_TEMPERATURE_FIELDS);

export const newTemperatureArgs = { ...newArgs(DAM_TEMPERATURE_FIELDS), entryKey: v.optional(v.string()) };
export const temperatureChangeArgs = changeArgs(DAM_TEMPERATURE_FIELDS);

const toTemperature = (row: Doc<"damTemperatures">): DamTemperature => ({
  _id: row._id,
  breedingId: row.breedingId,
  takenAt: row.takenAt,
  temperatureFahrenheit: row.temperatureFahrenheit,
  entryKey: row.entryKey ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

type OfBreeding = Pick<Doc<"breedings">, "_id" | "kennelId">;

/** The oldest temperature is first. */
export const queryTemperatures = (ctx: QueryCtx, { kennelId, _id }: OfBreeding) =>
  ctx.db
    .query("damTemperatures")
    .withIndex("by_kennel_and_breeding_and_taken", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id));

const rowsOf = async (ctx: QueryCtx, breeding: OfBreeding): Promise<Doc<"damTemperatures">[]> =>
  await queryTemperatures(ctx, breeding).order("desc").take(MAX_TEMPERATURES_PER_BREEDING);

/** The newest temperature is first. */
export const listTemperatures = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
): Promise<DamTemperature[]> => (await rowsOf(ctx, breeding)).map(toTemperature);

const DAY_MS = 86_400_000;

/** Throws for a time in the future, and for a time before the mating date in every time zone. */
export const checkTaken = (
  takenAt: number,
  { breedingDate }: Pick<Doc<"breedings">, "breedingDate">,
  now: number,
): FieldErrors => {
  if (takenAt > now) return { takenAt: "A temperature cannot be taken in the future" };
  return takenAt < Date.parse(breedingDate) - DAY_MS
    ? { takenAt: "A temperature cannot be taken before the mating" }
    : {};
};

/** Throws VALIDATION_FAILED for an impossible time. */
const requireTaken = (takenAt: number, breeding: Doc<"breedings">): number => {
  failOnFields(checkTaken(takenAt, breeding, Date.now()));
  return takenAt;
};

/** A repeated entry is stored once. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addTemperature(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  fields: object,
): Promise<DamTemperature> {
  const { temperatureFahrenheit, ...typed } = parseOrFail(newTemperatureSchema, fields);
  const { kennelId, _id: breedingId } = breeding;
  const known =
    typed.entryKey &&
    (await ctx.db
      .query("damTemperatures")
      .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", kennelId).eq("entryKey", typed.entryKey))
      .first());
  if (known && known.breedingId !== breedingId) {
    failOnFields({ entryKey: "This entry key was used for another breeding" });
  }
  if (known) return toTemperature(known);
  checkLimit((await rowsOf(ctx, breeding)).length, MAX_TEMPERATURES_PER_BREEDING);
  const now = Date.now();
  const { takenAt: given = null } = typed;
  // The clock of a device that stores entries for later may be ahead, and nobody can correct the time of such an
  // entry.
  const takenAt = given === null ? now : typed.entryKey === undefined ? given : Math.min(given, now);
  const id = await ctx.db.insert("damTemperatures", {
    ...{ kennelId, breedingId, temperatureFahrenheit },
    takenAt: requireTaken(takenAt, breeding),
    ...(typed.entryKey && { entryKey: typed.entryKey }),
    updatedAt: Date.now(),
  });
  await logBreedingActivity(ctx, breeding, "Temperature recorded");
  return toTemperature(await getOrFail(ctx, "damTemperatures", id));
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the temperature after `expectedUpdatedAt`. */
export async function updateTemperature(
  ctx: MutationCtx,
  row: Doc<"damTemperatures">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<DamTemperature> {
  checkVersion(row, expectedUpdatedAt);
  const typed = parseOrFail(temperatureChangesSchema, fields);
  const breeding = await getOrFail(ctx, "breedings", row.breedingId);
  const saved = await saveRow(ctx, "damTemperatures", row, {
    temperatureFahrenheit: typed.temperatureFahrenheit ?? row.temperatureFahrenheit,
    takenAt: requireTaken(typed.takenAt ?? row.takenAt, breeding),
  });
  await logBreedingActivity(ctx, breeding, "Temperature changed");
  return toTemperature(saved);
}

export async function removeTemperature(ctx: MutationCtx, row: Doc<"damTemperatures">): Promise<null> {
  await ctx.db.delete("damTemperatures", row._id);
  await logBreedingActivity(ctx, await getOrFail(ctx, "breedings", row.breedingId), "Temperature deleted");
  return null;
}
