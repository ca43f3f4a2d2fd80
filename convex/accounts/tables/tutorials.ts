/**
 * How far a person is in the guided tour, so that a second device does not offer the tour again. Without a row the
 * tour was never started. accounts/model/tutorials.ts writes it only for the person themselves. It belongs to no
 * kennel, so the index does not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const tutorials = defineTable({
  userId: v.id("users"),
  /** Whether the person finished the tour. */
  isCompleted: v.boolean(),
  /** Whether the tour was offered or started; it is never offered twice. */
  isPromptShown: v.boolean(),
}).index("by_user", ["userId"]);
