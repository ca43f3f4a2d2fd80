/**
 * What waits for a person to accept it: a place in a kennel's team, for an address, or being an owner of it, for a
 * member. Written by kennels/model/members.ts and kennels/model/invitations.ts, where it is turned into a membership; the
 * token of its link is calculated and stored nowhere. `by_email_key` and `by_member` find across kennels what waits for one person.
 *
 *   (no row) ──invited──► waiting ──accepted, declined, withdrawn──► (no row)
 *                          └─days─► over ──sent again──► waiting
 *                                    └─days─► (no row)
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
  /** Who stands for it: invited, or sent it again the last time. */
  invitedBy: v.id("users"),
  /** The member to whom ownership is offered; absent for somebody who is to join. */
  memberId: v.optional(v.id("users")),
  /** From when on it is over; absent in those of earlier versions until they are migrated. */
  expiresAt: v.optional(v.number()),
  /** Whether the history says already that it is over. */
  isToldOver: v.optional(v.boolean()),
})
  .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
  .index("by_email_key", ["emailKey"])
  .index("by_member", ["memberId"])
  // Across kennels: what is long over goes, wherever it is.
  .index("by_expiry", ["expiresAt"])
  .index("by_told_and_expiry", ["isToldOver", "expiresAt"]);
