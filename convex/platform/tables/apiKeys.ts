/**
 * The API keys of people, each for one kennel. The key itself is not stored. `hash` finds the row of a key, and by
 * `hint` the owner recognizes the key. Written by accounts/model/apiKeys.ts; a row is deleted with its membership
 * or its kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { overridesValidator } from "./shared";
import { rows } from "./rows";

export const apiKeys = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    name: v.string(),
    /** A call has a right only if the key's owner also has that right at the time of the call. */
    areas: overridesValidator,
    /** SHA-256 of the key, hexadecimal. */
    hash: v.string(),
    /** The key's last characters. */
    hint: v.string(),
    /** Absent for a key without an expiry. */
    expiresAt: v.optional(v.number()),
    /** The time is rounded to the minute. */
    lastUsedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_user", ["kennelId", "userId"])
    // A key's kennel is known only after its row was found.
    .index("by_hash", ["hash"]),
);
