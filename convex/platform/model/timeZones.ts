/** In which zone a kennel's mornings come. */
import { DEFAULT_TIME_ZONE } from "../../../domain/dates/zones";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Returns the zone whose mornings a kennel's notices come in: its own, else its owner's. */
export async function timeZoneOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string> {
  const kennel = await ctx.db.get("kennels", kennelId);
  if (kennel?.timeZone) return kennel.timeZone;
  const owner = kennel && (await ctx.db.get("users", kennel.ownerId));
  return owner?.timeZone ?? DEFAULT_TIME_ZONE;
}
