/**
 * The webhook events that were dealt with, so that one which comes again changes nothing. Written in the transaction
 * that keeps what the event led to (billing/model/billingSync.ts), deleted by age.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const stripeEvents = defineTable({ eventId: v.string(), type: v.string() }).index("by_event", [
  "eventId",
]);
