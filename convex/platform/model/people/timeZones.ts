/** The time zone of a kennel. It determines when the kennel's days begin and when notices are sent. */
import { DEFAULT_TIME_ZONE } from "../../../../domain/dates/zones";
import type { Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { getCallerId } from "./identity";
import { KENNEL_TABLES } from "../changes/kennelTables";
import { findRow } from "../paging/rows";

/** Returns the kennel's own zone, or otherwise its owner's zone; null if no zone is set. */
export async function findTimeZone(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string | null> {
  const kennel = await ctx.db.get("kennels", kennelId);
  if (kennel?.timeZone) return kennel.timeZone;
  const owner = kennel && (await ctx.db.get("users", kennel.ownerId));
  return owner?.timeZone ?? null;
}

export const timeZoneOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string> =>
  (await findTimeZone(ctx, kennelId)) ?? DEFAULT_TIME_ZONE;

/** The id may belong to a kennel or to one of its records. Returns null for any other id. */
async function findKennelId(ctx: QueryCtx, id: string): Promise<Id<"kennels"> | null> {
  const kennelId = ctx.db.normalizeId("kennels", id);
  if (kennelId) return kennelId;
  for (const table of KENNEL_TABLES) {
    const row = await findRow(ctx, table, id);
    if (row?.kennelId) return row.kennelId;
  }
  return null;
}

/**
 * The zone of the first kennel that one of the ids belongs to, or otherwise the caller's zone; null if no zone is
 * set.
 */
export async function timeZoneNamedBy(ctx: QueryCtx, ids: readonly string[]): Promise<string | null> {
  for (const id of ids) {
    const kennelId = await findKennelId(ctx, id);
    if (kennelId) return await findTimeZone(ctx, kennelId);
  }
  const identity = await ctx.auth.getUserIdentity();
  const callerId = identity && (await getCallerId(ctx, identity));
  const caller = callerId && (await ctx.db.get("users", callerId));
  return caller?.timeZone ?? null;
}
