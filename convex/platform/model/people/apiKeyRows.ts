/** Finds the API keys of a person, and deletes them together with a membership. */
import { MAX_API_KEYS } from "../../../../domain/accounts/api-keys";
import { MAX_MEMBERSHIPS_PER_USER } from "../../../../domain/kennels/rules";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";

export const keysOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<Doc<"apiKeys">[]> =>
  await ctx.db
    .query("apiKeys")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .order("desc")
    .take(MAX_API_KEYS);

/** A member who leaves the kennel loses these keys. */
export async function dropKeysOf(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<void> {
  for (const { _id } of await keysOf(ctx, kennelId, userId)) await ctx.db.delete("apiKeys", _id);
}

/** Deletes the keys of all kennels. */
export async function dropAllKeysOf(ctx: MutationCtx, tokenIdentifier: string): Promise<void> {
  const user = await ctx.db
    .query("users")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
  if (!user) return;
  for (const kennelId of await kennelsOf(ctx, user._id)) await dropKeysOf(ctx, kennelId, user._id);
}

/** Returns the keys of all kennels. */
export async function allKeysOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"apiKeys">[]> {
  const kennelIds = await kennelsOf(ctx, userId);
  return (await Promise.all(kennelIds.map((kennelId) => keysOf(ctx, kennelId, userId)))).flat();
}

async function kennelsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"kennels">[]> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_MEMBERSHIPS_PER_USER);
  return memberships.map(({ kennelId }) => kennelId);
}
