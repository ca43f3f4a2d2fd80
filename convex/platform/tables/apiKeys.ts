/**
 * The API keys of people, each for one kennel. The key itself is nowhere kept: `hash` finds it, `hint` lets its owner
 * tell it from others. Written by accounts/model/apiKeys.ts; a row goes with its membership or its kennel.
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
    /** The most that the key may do; never more than its owner may at the moment of a call. */
    areas: overridesValidator,
    /** SHA-256 of the key, hexadecimal. */
    hash: v.string(),
    /** The key's last characters. */
    hint: v.string(),
    /** Absent for a key that lasts until it is revoked. */
    expiresAt: v.optional(v.number()),
    /** When it was last used, to a minute. */
    lastUsedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_user", ["kennelId", "userId"])
    // Across kennels: whose kennel a key opens is known only once it is found.
    .index("by_hash", ["hash"]),
);
