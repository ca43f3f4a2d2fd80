/**
 * What a person has set for themselves, whichever kennel they work in; no row means the defaults. Written by
 * model/userSettings.ts for the person alone. Belongs to no kennel, so its index does not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const notificationsValidator = v.object({ email: v.boolean(), sms: v.boolean(), push: v.boolean() });

export const userSettings = defineTable({
  userId: v.id("users"),
  notifications: notificationsValidator,
}).index("by_user", ["userId"]);
