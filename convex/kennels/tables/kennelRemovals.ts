/**
 * Deleted kennels. First a copy is saved, then the rows are deleted in batches, then the copy is kept for its
 * former owner until it expires. Written by kennels/model/kennelRemoval.ts. Nobody can see the kennel itself any
 * longer, so the row belongs to the former owner and contains the former team.
 *
 *   saving --copy stored--> purging --no rows left--> kept --expiry--> (row and file deleted)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { overridesValidator, roleValidator } from "../../platform/tables/shared";

export const removalStateValidator = v.union(v.literal("saving"), v.literal("purging"), v.literal("kept"));

export const formerMemberValidator = v.object({
  email: v.string(),
  role: roleValidator,
  permissions: overridesValidator,
});

export const kennelRemovals = defineTable({
  kennelId: v.id("kennels"),
  kennelName: v.string(),
  formerOwnerId: v.id("users"),
  team: v.array(formerMemberValidator),
  state: removalStateValidator,
  /** The sweep uses this time to find interrupted work. */
  stateSince: v.number(),
  storageId: v.optional(v.id("_storage")),
  expiresAt: v.number(),
})
  .index("by_former_owner", ["formerOwnerId"])
  .index("by_state_and_since", ["state", "stateSince"])
  .index("by_state_and_expiry", ["state", "expiresAt"])
  .index("by_storage", ["storageId"]);
