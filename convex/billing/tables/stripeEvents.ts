/**
 * The webhook events that were handled, so that a repeated one changes nothing. Written in the transaction that
 * saves the event's result (billing/model/billingSync.ts), deleted by age.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const stripeEvents = defineTable({ eventId: v.string(), type: v.string() }).index("by_event", [
  "eventId",
]);
