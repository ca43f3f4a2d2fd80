/** The rows of heats and their readings: how they are found, and that they go together and with their bitch. */
import { MAX_HEATS_PER_DOG, MAX_READINGS_PER_HEAT } from "../../../domain/constants/heats";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { childrenNow } from "../../platform/model/cascadeRoom";

/** Makes the query of a bitch's heats by day. */
export const heatsOf = (ctx: QueryCtx, { kennelId, _id }: Pick<Doc<"dogs">, "kennelId" | "_id">) =>
  ctx.db
    .query("heats")
    .withIndex("by_kennel_and_dog_and_start", (q) => q.eq("kennelId", kennelId).eq("dogId", _id));

type HeatOfKennel = Pick<Doc<"heats">, "kennelId" | "_id">;

const earliestFirst = (ctx: QueryCtx, { kennelId, _id }: HeatOfKennel) =>
  ctx.db
    .query("progesteroneReadings")
    .withIndex("by_kennel_and_heat_and_taken", (q) => q.eq("kennelId", kennelId).eq("heatId", _id));

/** Lists the readings of a heat, the earliest first. */
export const readingsOf = async (ctx: QueryCtx, heat: HeatOfKennel): Promise<Doc<"progesteroneReadings">[]> =>
  await earliestFirst(ctx, heat).take(MAX_READINGS_PER_HEAT);

/** Deletes a heat with its readings. */
export async function removeHeat(ctx: MutationCtx, heat: Doc<"heats">): Promise<null> {
  const readings = await childrenNow(ctx, heat, "progesteroneReadings.heatId", earliestFirst(ctx, heat));
  for (const { _id } of readings) await ctx.db.delete("progesteroneReadings", _id);
  await ctx.db.delete("heats", heat._id);
  return null;
}

/** Deletes the heats of a dog that goes. */
export async function removeHeatsOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  for (const heat of await heatsOf(ctx, dog).take(MAX_HEATS_PER_DOG)) await removeHeat(ctx, heat);
}
