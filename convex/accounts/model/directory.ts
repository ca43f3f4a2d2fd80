/**
 * The directory of breeders: the users who chose to be visible to every signed-in user, their kennels and their
 * contact details. No other data of a kennel is read here. Source: decision GAP-SET-10.
 */
import { v, type Infer } from "convex/values";
import { MAX_MEMBERSHIPS_PER_USER } from "../../../domain/kennels/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { displayName } from "../../platform/model/paging/names";
import { textOrNull } from "../../platform/tables/shared";

const MAX_BREEDERS = 200;

export const directoryShape = v.object({
  breeders: v.array(
    v.object({
      userId: v.id("users"),
      name: v.string(),
      kennels: v.array(
        v.object({
          kennelId: v.id("kennels"),
          name: v.string(),
          email: textOrNull,
          phone: textOrNull,
          website: textOrNull,
        }),
      ),
    }),
  ),
});
type Directory = Infer<typeof directoryShape>;

async function kennelsOwnedBy(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"kennels">[]> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_MEMBERSHIPS_PER_USER);
  const owned = memberships.filter(({ role }) => role === "owner");
  const kennels = await Promise.all(owned.map(async ({ kennelId }) => await ctx.db.get("kennels", kennelId)));
  return kennels.filter((kennel) => kennel !== null);
}

export async function listDirectory(ctx: QueryCtx): Promise<Directory> {
  const shown = await ctx.db
    .query("userSettings")
    .withIndex("by_shown_in_directory", (q) => q.eq("privacy.showInDirectory", true))
    .take(MAX_BREEDERS);
  const breeders: Directory["breeders"] = [];
  for (const { userId } of shown) {
    const user = await ctx.db.get("users", userId);
    if (!user) continue;
    const kennels = await kennelsOwnedBy(ctx, userId);
    breeders.push({
      userId,
      name: displayName(user),
      kennels: kennels.map(({ _id: kennelId, name, email = null, phone = null, website = null }) => ({
        kennelId,
        name,
        email,
        phone,
        website,
      })),
    });
  }
  return { breeders: breeders.sort((a, b) => a.name.localeCompare(b.name, "en")) };
}
