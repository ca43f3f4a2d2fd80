/** Lists the breeds of a kennel, and the breeds that it can choose. */
import { COMMON_BREEDS, spellBreed } from "../../../domain/dogs/breeds";
import { MAX_DOGS_PER_KENNEL } from "../../../domain/dogs/rules";
import { foldText } from "../../../domain/text/text";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

const rowsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">) =>
  (
    await ctx.db
      .query("kennelBreeds")
      .withIndex("by_kennel_and_breed", (q) => q.eq("kennelId", kennelId))
      .take(MAX_DOGS_PER_KENNEL)
  ).map(({ breed, breedKey }) => ({ breed: spellBreed(breed), breedKey }));

/** The breeds are in alphabetical order. */
export async function listOwnBreeds(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string[]> {
  return (await rowsOf(ctx, kennelId)).map((row) => row.breed);
}

/** The kennel's breeds are in alphabetical order and come before the other common breeds. */
export async function listBreeds(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string[]> {
  const rows = await rowsOf(ctx, kennelId);
  const own = new Set(rows.map((row) => row.breedKey));
  return [...rows.map((row) => row.breed), ...COMMON_BREEDS.filter((breed) => !own.has(foldText(breed)))];
}
