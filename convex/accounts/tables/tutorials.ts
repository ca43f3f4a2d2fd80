/**
 * A person's progress in the guided tour, so that a second device does not offer the tour again. Without a row the
 * tour was never started. Only accounts/model/tutorials.ts writes rows, and only for the signed-in person. The
 * table belongs to no kennel, so its index does not begin with a kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const tutorials = defineTable({
  userId: v.id("users"),
  isCompleted: v.boolean(),
  /** The tour was offered or started. It is never offered twice. */
  isPromptShown: v.boolean(),
}).index("by_user", ["userId"]);
