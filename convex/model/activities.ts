/** Writes and reads the kennel's activity list. A caller sees only entries of areas they may read. */
import { v, type Infer } from "convex/values";
import { ACTIVITY_AREAS, type ActivityType } from "../../domain/constants/activities";
import { MAX_PAGE_LIMIT } from "../../domain/constants/paging";
import { hasPermission } from "../../domain/permissions/permissions";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { activityTypeValidator } from "../tables/activities";
import type { Access } from "./identity";

export const activityShape = v.object({
  _id: v.id("activities"),
  type: activityTypeValidator,
  title: v.string(),
  description: v.string(),
  timestamp: v.number(),
  /** The dog it is about, as long as there is one. */
  dogId: v.union(v.id("dogs"), v.null()),
});

interface NewActivity {
  readonly type: ActivityType;
  readonly title: string;
  readonly description: string;
  readonly dogId?: Id<"dogs">;
}

/** Writes an entry in the transaction of the change it tells of. */
export async function recordActivity(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  activity: NewActivity,
): Promise<Id<"activities">> {
  return await ctx.db.insert("activities", { kennelId, timestamp: Date.now(), ...activity });
}

/** Takes an entry back whose change was undone. */
export async function forgetActivity(ctx: MutationCtx, id: Id<"activities">): Promise<void> {
  if (await ctx.db.get("activities", id)) await ctx.db.delete("activities", id);
}

/** Takes the link out of the entries about a dog that is going to be deleted. */
export async function unlinkDog(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const entries = await ctx.db
    .query("activities")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(MAX_PAGE_LIMIT);
  for (const entry of entries) await ctx.db.patch("activities", entry._id, { dogId: undefined });
}

const mayRead = (access: Access, entry: Doc<"activities">): boolean =>
  hasPermission(access.permissions, ACTIVITY_AREAS[entry.type], "read");

/** Lists the newest entries the caller may read. */
export async function listRecentActivities(
  ctx: QueryCtx,
  access: Access,
  limit: number,
): Promise<Infer<typeof activityShape>[]> {
  const wanted = Math.min(Math.max(Math.trunc(limit), 0), MAX_PAGE_LIMIT);
  const found: Infer<typeof activityShape>[] = [];
  const newestFirst = ctx.db
    .query("activities")
    .withIndex("by_kennel_and_timestamp", (q) => q.eq("kennelId", access.kennelId))
    .order("desc");
  if (wanted === 0) return found;
  for await (const entry of newestFirst) {
    if (mayRead(access, entry)) {
      const { _id, type, title, description, timestamp, dogId = null } = entry;
      found.push({ _id, type, title, description, timestamp, dogId });
    }
    if (found.length === wanted) break;
  }
  return found;
}
