/**
 * Storage that is reserved for uploads: the sizes of the upload addresses that were made, minus the files that
 * records have taken since. Written by platform/model/files/uploadAddresses.ts, which deletes a row once its upload
 * has expired.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const awaitedFiles = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** The user who requested the addresses; nobody else can use the reserved storage. */
    userId: v.optional(v.id("users")),
    bytes: v.number(),
    /** Until this time, uploaded files may be stored that no record has taken. */
    awaitedUntil: v.number(),
  })
    .index("by_kennel_and_user_and_until", ["kennelId", "userId", "awaitedUntil"])
    // The index has no kennel, because expired rows of all kennels are deleted together.
    .index("by_until", ["awaitedUntil"]),
);
