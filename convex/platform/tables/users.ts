/**
 * Signed-in people. Written by accounts/model/users.ts at sign-in and by accounts/model/profiles.ts for the person alone, read wherever the caller or a member is resolved;
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
  /** Whether the address is confirmed; only then are invitations to it shown and messages sent there. */
  isEmailTrusted: v.boolean(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  /** IANA name of the zone last signed in from, or of the one that the person has chosen. */
  timeZone: v.optional(v.string()),
  /** Whether the person has chosen the zone, so that signing in elsewhere leaves it alone. */
  isTimeZoneChosen: v.optional(v.boolean()),
  /** When the person last changed their profile. */
  profileUpdatedAt: v.optional(v.number()),
  /** The kennel last open on any device; it may be gone or no longer theirs. */
  lastKennelId: v.optional(v.id("kennels")),
  /** A square JPG, the row's own file. */
  avatar: v.optional(
    v.object({
      storageId: v.id("_storage"),
      /** Part of the picture's address, which browsers keep: another picture has another one. */
      setAt: v.number(),
    }),
  ),
})
  .index("by_token_identifier", ["tokenIdentifier"])
  .index("by_email_key", ["emailKey"])
  .index("by_avatar", ["avatar.storageId"]);
