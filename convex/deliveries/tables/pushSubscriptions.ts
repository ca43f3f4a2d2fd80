/**
 * The devices on which people receive push notifications, as their browsers registered them. Written by
 * deliveries/model/pushSubscriptions.ts; if the push service no longer knows one,
 * deliveries/model/deliveryClaims.ts deletes it. Belongs to no kennel, so its indexes do not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const pushSubscriptions = defineTable({
  userId: v.id("users"),
  endpoint: v.string(),
  /** Keys with which only this browser can decrypt, base64url. Source: RFC 8291. */
  p256dh: v.string(),
  auth: v.string(),
  /** The person's name for the device. */
  label: v.string(),
})
  .index("by_user", ["userId"])
  .index("by_endpoint", ["endpoint"]);
