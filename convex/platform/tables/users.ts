/**
 * People who have signed in. Written by accounts/model/users.ts at sign-in, and by accounts/model/profiles.ts only
 * for the signed-in person. Every look-up of the caller or a member reads this table. Deleting a kennel never
 * deletes rows here. Users belong to no kennel, so the indexes do not begin with a kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const users = defineTable({
  /** Unique across providers. */
  tokenIdentifier: v.string(),
  email: v.string(),
  /** The key for comparison is in lower case. */
  emailKey: v.string(),
  /** Invitations of an address are shown, and messages are sent to it, only after the address was confirmed. */
  isEmailTrusted: v.boolean(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  /** IANA name: the zone of the last sign-in, or the zone that the person has chosen. */
  timeZone: v.optional(v.string()),
  /** If the person has chosen the time zone, a sign-in elsewhere does not change it. */
  isTimeZoneChosen: v.optional(v.boolean()),
  profileUpdatedAt: v.optional(v.number()),
  /** The kennel that was open last on any device may have been deleted, or the person may have left it. */
  lastKennelId: v.optional(v.id("kennels")),
  /** The file of a square JPG, which belongs only to this row. */
  avatar: v.optional(
    v.object({
      storageId: v.id("_storage"),
      /** The time is part of the picture's address, so that a new picture is not taken from the browser's cache. */
      setAt: v.number(),
    }),
  ),
})
  .index("by_token_identifier", ["tokenIdentifier"])
  .index("by_email_key", ["emailKey"])
  .index("by_avatar", ["avatar.storageId"]);
