/**
 * The devices on which people receive push notifications, as their browsers registered them. Written by
 * deliveries/model/pushSubscriptions.ts; deliveries/model/deliveryClaims.ts deletes a device that the push service
 * no longer knows. Devices belong to no kennel, so the indexes do not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const pushSubscriptions = defineTable({
  userId: v.id("users"),
  endpoint: v.string(),
  /**
   * The keys of the browser, base64url; only this browser can decrypt what is encrypted for them. Source: RFC 8291.
   */
  p256dh: v.string(),
  auth: v.string(),
  /** The person's name for the device. */
  label: v.string(),
})
  .index("by_user", ["userId"])
  .index("by_endpoint", ["endpoint"]);
