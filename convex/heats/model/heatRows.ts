/** Finds the rows of heats and their readings. */
import { MAX_READINGS_PER_HEAT } from "../../../domain/heats/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The heats are sorted by day. */
export const heatsOf = (ctx: QueryCtx, { kennelId, _id }: Pick<Doc<"dogs">, "kennelId" | "_id">) =>
  ctx.db
    .query("heats")
    .withIndex("by_kennel_and_dog_and_start", (q) => q.eq("kennelId", kennelId).eq("dogId", _id));

/** The earliest reading is first. */
export const readingsOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"heats">, "kennelId" | "_id">,
): Promise<Doc<"progesteroneReadings">[]> =>
  await ctx.db
    .query("progesteroneReadings")
    .withIndex("by_kennel_and_heat_and_taken", (q) => q.eq("kennelId", kennelId).eq("heatId", _id))
    .take(MAX_READINGS_PER_HEAT);
