/**
 * Signed-in people. Written by model/users.ts at sign-in, read wherever the caller or a member is resolved;
 * never deleted by a kennel. Belongs to no kennel, so its indexes do not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const users = defineTable({
  /** The provider's name for this person, unique across providers. */
  tokenIdentifier: v.string(),
  email: v.string(),
  /** The address folded for comparing. */
  emailKey: v.string(),
  /** Whether the address is proven; only then do invitations to it take effect. */
  isEmailTrusted: v.boolean(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  /** IANA name of the zone last signed in from. */
  timeZone: v.optional(v.string()),
})
  .index("by_token_identifier", ["tokenIdentifier"])
  .index("by_email_key", ["emailKey"]);
