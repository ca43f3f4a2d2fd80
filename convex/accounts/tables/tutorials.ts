/**
 * How far a person is in the guided tour, so that a second device does not offer it again; no row means not
 * started. Written by accounts/model/tutorials.ts for that person only. Belongs to no kennel, so its index does not
 * begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const tutorials = defineTable({
  userId: v.id("users"),
  /** Whether they finished it. */
  isCompleted: v.boolean(),
  /** Whether it was offered or started; it is never offered twice. */
  isPromptShown: v.boolean(),
}).index("by_user", ["userId"]);
