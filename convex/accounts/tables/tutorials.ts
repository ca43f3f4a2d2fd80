/**
 * How far a person has come with the guided tour, so that a second device does not offer it again; no row means not
 * at all. Written by accounts/model/tutorials.ts for the person alone. Belongs to no kennel, so its index does not begin with
 * one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const tutorials = defineTable({
  userId: v.id("users"),
  /** Whether they went through to the end. */
  isCompleted: v.boolean(),
  /** Whether it was offered or begun; it is never offered by itself again. */
  isPromptShown: v.boolean(),
}).index("by_user", ["userId"]);
