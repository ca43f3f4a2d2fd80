/**
 * People added to a kennel by an address that has no account yet. Written by kennels/model/members.ts, turned into a
 * membership by accounts/model/users.ts when the address signs in; `by_email_key` serves that moment across kennels.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { overridesValidator, roleValidator } from "../../platform/tables/shared";

export const invitations = defineTable({
  kennelId: v.id("kennels"),
  email: v.string(),
  emailKey: v.string(),
  role: roleValidator,
  permissions: overridesValidator,
  invitedBy: v.id("users"),
})
  .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
  .index("by_email_key", ["emailKey"]);
