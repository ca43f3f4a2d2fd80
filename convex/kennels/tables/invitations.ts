/**
 * Invitations that wait to be accepted. An address is invited to a kennel's team, or a member is offered its
 * ownership.
 * Written by kennels/model/members.ts and kennels/model/invitations.ts, where accepting makes a membership. The
 * token of the link is calculated and not stored. `by_email_key` and `by_member` find one person's invitations
 * across kennels.
 *
 *   (no row) ──invited──► waiting ──accepted, declined, withdrawn──► (no row)
 *                          └─days─► expired ──sent again──► waiting
 *                                      └─days─► (no row)
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
  /** The responsible user, who sent the invitation or was the last to send it again. */
  invitedBy: v.id("users"),
  /** The member to whom ownership is offered; absent for an invitation to join. */
  memberId: v.optional(v.id("users")),
  /** When the invitation expires; absent in those of earlier versions until they are migrated. */
  expiresAt: v.optional(v.number()),
  /** Whether the history already contains the expiry. */
  isToldOver: v.optional(v.boolean()),
})
  .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
  .index("by_email_key", ["emailKey"])
  .index("by_member", ["memberId"])
  // The index has no kennel, because invitations of all kennels that expired long ago are deleted together.
  .index("by_expiry", ["expiresAt"])
  .index("by_told_and_expiry", ["isToldOver", "expiresAt"]);
