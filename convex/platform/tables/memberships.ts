/**
 * The members of kennels and their rights. Written by kennels/model/members.ts and accounts/model/users.ts, read by
 * every function's permission check. `by_user` is for the one question asked across kennels: which are mine.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { overridesValidator, roleValidator } from "./shared";

export const memberships = defineTable({
  kennelId: v.id("kennels"),
  userId: v.id("users"),
  role: roleValidator,
  permissions: overridesValidator,
  /** Set while a backup is being restored in the kennel, when nobody can change anything else. */
  isRestoring: v.optional(v.boolean()),
})
  .index("by_kennel_and_user", ["kennelId", "userId"])
  .index("by_user", ["userId"]);
