/**
 * Storage reserved for uploads: the sizes of the upload addresses given out, minus what records have taken since.
 * Written by platform/model/files/uploadAddresses.ts; deleted once nothing of the upload can be left.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const awaitedFiles = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** Who requested the addresses; nobody else can use the reservation. */
    userId: v.optional(v.id("users")),
    bytes: v.number(),
    /** Until when files may be stored that no record has taken. */
    awaitedUntil: v.number(),
  })
    .index("by_kennel_and_user_and_until", ["kennelId", "userId", "awaitedUntil"])
    // Across kennels: expired ones are deleted in all kennels.
    .index("by_until", ["awaitedUntil"]),
);
