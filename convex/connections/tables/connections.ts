/**
 * Outside services that a kennel has connected, such as its own mail server; at most one of each type. Credentials
 * are sealed (connections/model/sealing.ts) and are only ever sent to that service. Written by
 * connections/model/connections.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CONNECTION_TYPES } from "../../../domain/connections/rules";
import { rows } from "../../platform/tables/rows";

export const connectionTypeValidator = v.union(...CONNECTION_TYPES.map((type) => v.literal(type)));

export const sealedValidator = v.object({
  /** The name of its sealing key, so that keys can be changed. */
  keyId: v.string(),
  iv: v.bytes(),
  data: v.bytes(),
});

export const connections = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    type: connectionTypeValidator,
    /** Its display name: the server's or the account's name. */
    name: v.string(),
    credentials: sealedValidator,
    isEnabled: v.boolean(),
    /** A mail server's port, and the sender of the messages. */
    port: v.optional(v.number()),
    from: v.optional(v.string()),
    /** Whether a payment account charges no real cards. */
    isTestMode: v.optional(v.boolean()),
    connectedBy: v.id("users"),
    testedAt: v.number(),
    /** What was wrong at the last test or use; null if it worked. */
    problem: v.union(v.string(), v.null()),
    updatedAt: v.number(),
  }).index("by_kennel_and_type", ["kennelId", "type"]),
);
