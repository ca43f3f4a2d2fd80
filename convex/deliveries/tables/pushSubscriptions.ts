/**
 * The devices on which people receive push notifications, as their browsers registered them. Written by
 * deliveries/model/pushSubscriptions.ts. deliveries/model/deliveryClaims.ts deletes a device that the push service
 * no longer recognizes. Devices belong to no kennel, so the indexes do not begin with a kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const pushSubscriptions = defineTable({
  userId: v.id("users"),
  endpoint: v.string(),
  /**
   * The public keys of the browser, base64url. Only this browser can decrypt data that was encrypted with these
   * keys. Source: RFC 8291.
   */
  p256dh: v.string(),
  auth: v.string(),
  label: v.string(),
})
  .index("by_user", ["userId"])
  .index("by_endpoint", ["endpoint"]);
