/**
 * Room that is set aside for files on their way: what each giving of upload addresses lets in, less what records have
 * taken of it since. Written by platform/model/files/uploadAddresses.ts; goes once nothing that was sent can be left over.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const awaitedFiles = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** Who asked for the addresses, and alone takes the room. */
    userId: v.optional(v.id("users")),
    bytes: v.number(),
    /** Until when files may be stored that no record has taken. */
    awaitedUntil: v.number(),
  })
    .index("by_kennel_and_user_and_until", ["kennelId", "userId", "awaitedUntil"])
    // Across kennels: what is over goes, wherever it is.
    .index("by_until", ["awaitedUntil"]),
);
