/**
 * Invitations that wait to be accepted. An email address is invited to a kennel's team, or a member is offered its
 * ownership. Written by kennels/model/members.ts and kennels/model/invitations.ts. Accepting an invitation creates
 * a membership. The token of the link is calculated and not stored. `by_email_key` and `by_member` find one
 * person's invitations in all kennels.
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
  /** The user who last sent the invitation is responsible for it. */
  invitedBy: v.id("users"),
  /** Ownership is offered to this member; absent for an invitation to join. */
  memberId: v.optional(v.id("users")),
  /** Absent in invitations of earlier versions until they are migrated. */
  expiresAt: v.optional(v.number()),
  /** The expiry was already added to the history. */
  isToldOver: v.optional(v.boolean()),
})
  .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
  .index("by_email_key", ["emailKey"])
  .index("by_member", ["memberId"])
  // A job deletes the old invitations of all kennels together.
  .index("by_expiry", ["expiresAt"])
  .index("by_told_and_expiry", ["isToldOver", "expiresAt"]);
