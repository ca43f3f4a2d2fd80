/**
 * Outside services that a kennel has connected, such as its own mail server; at most one of a type. What signs in
 * there is sealed (connections/model/sealing.ts) and leaves the deployment towards that service alone. Written by
 * connections/model/connections.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CONNECTION_TYPES } from "../../../domain/connections/rules";
import { rows } from "../../platform/tables/rows";

export const connectionTypeValidator = v.union(...CONNECTION_TYPES.map((type) => v.literal(type)));

export const sealedValidator = v.object({
  /** Names the key that sealed it, so that another one can follow. */
  keyId: v.string(),
  iv: v.bytes(),
  data: v.bytes(),
});

export const connections = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    type: connectionTypeValidator,
    /** What it is told apart by: the server's name, or that of the account. */
    name: v.string(),
    credentials: sealedValidator,
    isEnabled: v.boolean(),
    /** A mail server's port, and whom the messages come from. */
    port: v.optional(v.number()),
    from: v.optional(v.string()),
    /** Whether a payment account charges no real cards. */
    isTestMode: v.optional(v.boolean()),
    connectedBy: v.id("users"),
    testedAt: v.number(),
    /** What was wrong when it was last tested or used; null is well. */
    problem: v.union(v.string(), v.null()),
    updatedAt: v.number(),
  }).index("by_kennel_and_type", ["kennelId", "type"]),
);
