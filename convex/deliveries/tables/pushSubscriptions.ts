/**
 * The devices on which people take push notifications, as their browsers gave them. Written by
 * deliveries/model/pushSubscriptions.ts; one that the push service no longer knows is deleted by deliveries/model/deliveryClaims.ts. Belongs
 * to no kennel, so its indexes do not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const pushSubscriptions = defineTable({
  userId: v.id("users"),
  endpoint: v.string(),
  /** The keys that only this browser can read with, base64url. Source: RFC 8291. */
  p256dh: v.string(),
  auth: v.string(),
  /** What the person calls the device. */
  label: v.string(),
})
  .index("by_user", ["userId"])
  .index("by_endpoint", ["endpoint"]);
