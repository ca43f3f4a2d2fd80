/**
 * External services that a kennel has connected, such as its own mail server; at most one of each type. Credentials
 * are encrypted (connections/model/sealing.ts) and are sent only to that service. Written by
 * connections/model/connections.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CONNECTION_TYPES } from "../../../domain/connections/rules";
import { rows } from "../../platform/tables/rows";

export const connectionTypeValidator = v.union(...CONNECTION_TYPES.map((type) => v.literal(type)));

export const sealedValidator = v.object({
  /** The name of the encrypting key. With this name, keys can be replaced. */
  keyId: v.string(),
  iv: v.bytes(),
  data: v.bytes(),
});

export const connections = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    type: connectionTypeValidator,
    /** The name of the server or account. */
    name: v.string(),
    credentials: sealedValidator,
    isEnabled: v.boolean(),
    port: v.optional(v.number()),
    from: v.optional(v.string()),
    /** A payment account in test mode charges no real cards. */
    isTestMode: v.optional(v.boolean()),
    connectedBy: v.id("users"),
    testedAt: v.number(),
    /** Null if the last test or use had no error. */
    problem: v.union(v.string(), v.null()),
    updatedAt: v.number(),
  }).index("by_kennel_and_type", ["kennelId", "type"]),
);
