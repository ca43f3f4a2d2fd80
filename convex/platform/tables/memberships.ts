/**
 * The members of kennels and their rights. Written by kennels/model/members.ts and accounts/model/users.ts. The
 * permission check of every function reads these rows. `by_user` finds all kennels of one person, for example
 * for the list of kennels, exports and notices.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { overridesValidator, roleValidator } from "./shared";

export const memberships = defineTable({
  kennelId: v.id("kennels"),
  userId: v.id("users"),
  role: roleValidator,
  permissions: overridesValidator,
  /** While a backup is being restored in the kennel, nobody can change anything. */
  isRestoring: v.optional(v.boolean()),
})
  .index("by_kennel_and_user", ["kennelId", "userId"])
  .index("by_user", ["userId"]);
