/**
 * Kennels, the tenants. Written by model/kennels.ts; deleted, with all that belongs to them, by
 * model/kennelRemoval.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const kennels = defineTable({
  name: v.string(),
  prefix: v.optional(v.string()),
  address: v.optional(v.string()),
  phone: v.optional(v.string()),
  email: v.optional(v.string()),
  website: v.optional(v.string()),
  /** The owner the kennel goes by; another owner takes over when this one leaves. */
  ownerId: v.id("users"),
  /** IANA name of the zone whose night the kennel's nightly work runs in. */
  timeZone: v.optional(v.string()),
  updatedAt: v.number(),
});
