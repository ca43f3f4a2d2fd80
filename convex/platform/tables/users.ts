/**
 * Signed-in people. Written by accounts/model/users.ts at sign-in and by accounts/model/profiles.ts for that person
 * only, read wherever the caller or a member is found; never deleted by a kennel. Belongs to no kennel, so its
 * indexes do not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const users = defineTable({
  /** The provider's id of this person, unique across providers. */
  tokenIdentifier: v.string(),
  email: v.string(),
  /** The address, folded for comparison. */
  emailKey: v.string(),
  /** Whether the address is confirmed; only then are its invitations shown and messages sent to it. */
  isEmailTrusted: v.boolean(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  /** IANA name of the zone of the last sign-in, or the one that the person has chosen. */
  timeZone: v.optional(v.string()),
  /** Whether the person has chosen the zone, so that signing in elsewhere does not change it. */
  isTimeZoneChosen: v.optional(v.boolean()),
  /** When the person last changed their profile. */
  profileUpdatedAt: v.optional(v.number()),
  /** The kennel last open on any device; it may be deleted or no longer theirs. */
  lastKennelId: v.optional(v.id("kennels")),
  /** The file of a square JPG, the row's own. */
  avatar: v.optional(
    v.object({
      storageId: v.id("_storage"),
      /** Part of the picture's address, which browsers cache: another picture has another one. */
      setAt: v.number(),
    }),
  ),
})
  .index("by_token_identifier", ["tokenIdentifier"])
  .index("by_email_key", ["emailKey"])
  .index("by_avatar", ["avatar.storageId"]);
