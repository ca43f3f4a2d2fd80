/** Reads kennels: one kennel by its id, and the kennels that count for an owner's plan and storage. */
import { MAX_MEMBERSHIPS_PER_USER } from "../../../../domain/kennels/rules";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { getOrFail } from "../paging/rows";

/** Throws NOT_FOUND. */
export async function requireKennel(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"kennels">> {
  return await getOrFail(ctx, "kennels", kennelId);
}

/** A kennel with several owners counts only for one of them. */
export async function ownedKennels(ctx: QueryCtx, ownerId: Id<"users">): Promise<Id<"kennels">[]> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", ownerId))
    .take(MAX_MEMBERSHIPS_PER_USER);
  const owned: Id<"kennels">[] = [];
  for (const { kennelId, role } of memberships) {
    const kennel = role === "owner" ? await ctx.db.get("kennels", kennelId) : null;
    if (kennel?.ownerId === ownerId) owned.push(kennelId);
  }
  return owned;
}
