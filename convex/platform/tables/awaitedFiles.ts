/**
 * Storage that is reserved for uploads: the sizes of the upload addresses, minus the files that records use by now.
 * Written by platform/model/files/uploadAddresses.ts, which deletes expired rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const awaitedFiles = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** Nobody else can use the reserved storage. */
    userId: v.optional(v.id("users")),
    bytes: v.number(),
    /** Until this time, stored uploads that no record uses yet are allowed. */
    awaitedUntil: v.number(),
  })
    .index("by_kennel_and_user_and_until", ["kennelId", "userId", "awaitedUntil"])
    // Expired rows of all kennels are deleted together.
    .index("by_until", ["awaitedUntil"]),
);
